"""Scenarios of questions for a passphrase, which are answered on the keyboard."""

from report import expect
from scenario import Scenario, describe, expect_only


class AskPass(Scenario):
    """cryptsetup's question in the initramfs."""

    name = "askpass"
    title = "a passphrase in the initramfs"
    arguments = "rig.askpass"
    answer = "secret"

    def play(self, machine):
        self.ask_question(machine)
        machine.mark("asked")
        machine.pass_time(3)
        machine.mark("visible")
        machine.type(*self.answer)
        machine.pass_time(0.5)
        machine.mark("typed")
        machine.type("ret")
        self.answers["answer"] = machine.wait_for("ANSWER", 60)
        machine.mark("answered")
        self.after(machine)
        machine.mark("end")
        self.calibrate(machine)
        self.save_journal(machine)

    def ask_question(self, machine):
        machine.wait_for("ASKED", 150)

    def after(self, machine):
        """From the answer to the end of the film."""
        machine.wait_for("UP", 150)

    def figures(self, film):
        marks = film.marks
        asked = film.first("text", after=marks["asked"] - 0.5)
        back = film.first("picture", after=marks["answered"])
        return {
            "display three seconds after the question": film.between(0, marks["visible"])[-1].kind,
            "question to text, s": asked.guest - marks["asked"] if asked and asked.guest < marks["answered"] else None,
            "answer": self.answers["answer"],
            "answer to picture, s": back and back.guest - marks["answered"],
        }

    def check(self, film, report):
        marks = film.marks
        with report.check("the question is on the display as text"):
            shown = film.between(0, marks["visible"])[-1]
            expect(shown.kind == "text", f"it is {shown.kind}: {describe(film, marks['asked'] - 1, marks['visible'])}")
        with report.check("what is typed is the answer"):
            expect(self.answers["answer"] == self.answer, f"it is {self.answers['answer']!r}")
        with report.check("after the answer the picture is back within a second"):
            back = film.first("picture", after=marks["answered"])
            expect(back and back.guest - marks["answered"] <= 1, f"{describe(film, marks['typed'], marks['end'])}")


class AskPassword(AskPass):
    """systemd's question during the boot."""

    name = "ask-password"
    title = "systemd-ask-password during the boot"
    arguments = "rig.hold"

    def ask_question(self, machine):
        machine.wait_for("HELD", 150)
        machine.pass_time(1)
        ask = "systemd-ask-password --timeout=0 'Key of the disk:' >/run/answer"
        machine.send(f"({ask}; echo @@ANSWER $(cat /run/answer) >/dev/ttyS0) </dev/null &")

    def after(self, machine):
        machine.pass_time(3)


class Encrypted(Scenario):
    """A disk whose root file system is encrypted. The first passphrase is wrong."""

    name = "encrypted"
    title = "an encrypted root file system: a wrong passphrase, then the right one"
    variants = ("loaderd",)
    initramfs = "initramfs-tools-encrypted"
    root = "/dev/mapper/vda_crypt"
    answers_typed = ("wrong", "secret")

    def play(self, machine):
        for number, answer in enumerate(self.answers_typed):
            machine.until_film(lambda dump: dump.kind == "text" and dump.height >= 768, 60)
            # Before the first question there may be the console of a new display and then the picture.
            machine.pass_time(3)
            machine.mark(f"asked {number}")
            machine.type(*answer)
            machine.pass_time(0.5)
            machine.mark(f"typed {number}")
            machine.type("ret")
            machine.mark(f"answered {number}")
            machine.pass_time(1)
        machine.wait_for("UP", 300)
        machine.mark("end")
        self.calibrate(machine)
        self.ask(machine, "root", "findmnt -no SOURCE /")
        self.save_journal(machine)

    def figures(self, film):
        marks = film.marks
        back = film.first("picture", after=marks["answered 1"])
        return {
            "display after a wrong passphrase": film.between(0, marks["asked 1"])[-1].kind,
            "answer to picture, s": back and back.guest - marks["answered 1"],
            "root": self.answers["root"],
        }

    def check(self, film, report):
        marks = film.marks
        for number, answer in enumerate(self.answers_typed):
            with report.check(f"the question is on the display as text until {answer!r} is typed"):
                expect_only(film, marks[f"asked {number}"], marks[f"typed {number}"], "text")
        with report.check("after the answer the picture is back within a second and stays"):
            back = film.first("picture", after=marks["answered 1"])
            seen = describe(film, marks["typed 1"], marks["end"])
            expect(back and back.guest - marks["answered 1"] <= 1, seen)
            expect_only(film, back.guest, film.marks["end"], "picture")
        with report.check("the root file system is the encrypted one"):
            expect(self.answers["root"] == self.root, f"it is {self.answers['root']!r}")


class EncryptedDracut(Encrypted):
    """The same with dracut's initramfs, where systemd asks, here before the display has a driver."""

    name = "encrypted-dracut"
    title = "dracut: an encrypted root file system: a wrong passphrase, then the right one"
    initramfs = "dracut-encrypted"
    arguments = "rd.luks.name=6c6f6164-6572-4d00-8000-000000000001=vda_crypt"
