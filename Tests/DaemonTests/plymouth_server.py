"""plymouth_server.py REPLIES PROGRAM [ARGUMENT…]: runs a client of plymouthd with a fake daemon at plymouthd's address.

REPLIES is `P=06,Q=close`: for a request, the bytes of the reply in hexadecimal, `close` to close the connection, or
`HEX;` to close it after the reply. Other requests are acknowledged. Prints the client's exit status, its standard output
and the requests as one line. The address is in the network namespace, so each run needs its own.
"""

import socket
import subprocess
import sys
import threading

replies = dict(pair.split("=") for pair in sys.argv[1].split(",") if pair)
listener = socket.socket(socket.AF_UNIX)
listener.bind(b"\0/org/freedesktop/plymouthd")
listener.listen()
requests = []


def serve():
    connection = listener.accept()[0]
    while command := connection.recv(1):
        request = command + connection.recv(1)
        if request[1] == 2:
            length = connection.recv(1)
            request += length + connection.recv(length[0], socket.MSG_WAITALL)
        requests.append(request)
        reply = replies.get(command.decode(), "06")
        if reply != "close":
            connection.sendall(bytes.fromhex(reply.rstrip(";")))
        if reply == "close" or reply.endswith(";"):
            break
    connection.close()


server = threading.Thread(target=serve)
server.start()
client = subprocess.run(sys.argv[2:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False, timeout=60)
# What the client has sent may not be read yet. A client that has not connected is replaced, so that the server ends.
with socket.socket(socket.AF_UNIX) as last:
    last.connect(listener.getsockname())
server.join()
print(client.returncode, client.stdout, b"|".join(requests))
