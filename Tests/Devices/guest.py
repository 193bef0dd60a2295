"""Tries `beeline live` on devices of a real kernel, in the virtual machine of Scripts/test-devices.sh.

The camera is vivid, of the kernel: its lens sees what is played to its output. Scanners are made up by
scanners.py. Prints a line for each check, `ok` or `not ok`, and a count at the end.
"""

import glob
import json
import os
import pathlib
import queue
import re
import signal
import subprocess
import threading
import time
import traceback

from scanners import HIDScanner, Keyboard

BEELINE = str(pathlib.Path(__file__).resolve().parents[2] / ".build/release/beeline")
# An emulated processor takes its time, above all to start FFmpeg.
PATIENCE = 40

passed, failed = 0, 0


def check(title, holds, came=None):
    global passed, failed
    if holds:
        passed += 1
    else:
        failed += 1
    print(f"{'ok' if holds else 'not ok'}: {title}" + ("" if holds or came is None else f"; came: {came}"))


class Live:
    """`beeline live` as it runs, and the lines that it has printed."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [BEELINE, "live", *arguments, "--format", "json", "--no-defaults"], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.lines, self.fresh = [], queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.fresh.put(json.loads(line) if line.startswith("{") else {"said": line.strip()})
        self.fresh.put(None)

    def wait(self, fits, patience=PATIENCE):
        """The next line that fits; None where none comes."""
        deadline = time.monotonic() + patience
        while True:
            try:
                line = self.fresh.get(timeout=max(0, deadline - time.monotonic()))
            except queue.Empty:
                return None
            if line is None:
                self.fresh.put(None)
                return None
            self.lines.append(line)
            if fits(line):
                return line

    def event(self, name, patience=PATIENCE):
        return self.wait(lambda line: line.get("event") == name, patience)

    def code(self, patience=PATIENCE):
        """The next code as text and symbology."""
        return read(self.wait(lambda line: "results" in line, patience))

    def end(self):
        """The exit status; it is interrupted where it still runs."""
        try:
            return self.process.wait(timeout=0.1)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return "killed"

    def rest(self):
        """All lines, until it has ended."""
        self.wait(lambda line: False, 10)
        return self.lines


def read(line):
    symbol = line["results"][0]["symbol"] if line else None
    return symbol and (symbol["text"], symbol["symbology"])


def listed():
    answer = subprocess.run([BEELINE, "live", "--list", "--format", "json"], stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in answer.stdout.splitlines()]


# Cameras


def video(name):
    for file in glob.glob("/sys/class/video4linux/*/name"):
        if pathlib.Path(file).read_text().strip().endswith(name):
            return "/dev/" + file.split("/")[-2]


def set_control(device, setting):
    subprocess.run(["v4l2-ctl", "-d", device, *setting], check=True, stdout=subprocess.DEVNULL)


def statuses(program):
    """What /proc says of the processes of a program."""
    texts = [pathlib.Path(file).read_text() for file in glob.glob("/proc/[0-9]*/status")]
    return [text for text in texts if text.startswith(f"Name:\t{program}\n")]


class Player:
    """Plays a picture to the output of vivid."""

    def __init__(self, text, format):
        picture = "/tmp/code.png"
        subprocess.run([BEELINE, "draw", text, "--as", format, "-o", picture, "--scale", "6"], check=True)
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", picture, "-vf", "pad=1280:720:(ow-iw)/2:(oh-ih)/2:gray",
             "-pix_fmt", "yuv420p", "-f", "rawvideo", "/tmp/code.yuv"], check=True)
        # The output is looped only where its form is that of the input; this one FFmpeg likes best.
        self.process = subprocess.Popen(
            ["v4l2-ctl", "-d", video("vid-out"), "--set-fmt-video-out", "width=1280,height=720,pixelformat=YU12",
             "--stream-out-mmap", "--stream-from", "/tmp/code.yuv", "--stream-loop"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def stop(self):
        self.process.terminate()
        self.process.wait()


def cameras():
    camera, screen = video("vid-cap"), video("vid-out")
    found = [device for device in listed() if device["type"] == "camera"]
    check("the camera is listed, its output is not",
          [(d["source"], d["title"], "problem" in d) for d in found] == [(f"camera:{camera}", "vivid", False)], found)
    # 1280 x 720 at 30 pictures a second.
    for device in (camera, screen):
        set_control(device, ["--set-dv-bt-timings", "index=5"])

    live = Live("camera", "--for", "15")
    check("a camera connects", live.event("connected") is not None, live.lines)
    filters = [re.findall(r"Seccomp:\t(\d)", status) for status in statuses("ffmpeg")]
    check("FFmpeg is shut in", filters == [["2"]], filters)
    status, lines = live.process.wait(timeout=PATIENCE), live.rest()
    check("a test pattern has no code and no problem",
          status == 0 and [line.get("event") for line in lines] == ["connected", "ended"], (status, lines))

    set_control(camera, ["-c", "test_pattern=5,osd_text_mode=2"])
    live = Live(f"camera:{camera}")
    check("a black picture is dark", live.event("dark") is not None, live.lines)
    set_control(camera, ["-c", "test_pattern=6"])
    check("a white one is bright again", live.event("bright") is not None, live.lines)
    check("it ends on Ctrl-C", live.end() == 0, live.rest())

    set_control(camera, ["-c", "loop_video=1"])
    for text, format, settings in [
        ("https://example.com/camera", "qr", []),
        ("4006381333931", "ean-13", ["--torch", "on", "--zoom", "1.5", "--focus", "near"]),
    ]:
        player = Player(text, format)
        live = Live(f"camera:{camera}", "--once", *settings)
        came = live.code()
        live.end()
        player.stop()
        check(f"a {format} before the camera is read" + (", enlarged" if settings else ""),
              came is not None and came[0] == text, live.rest())
        if settings:
            said = [line["message"] for line in live.rest() if line.get("code") == "camera-setting"]
            check("a camera without light and focus says so", len(said) == 2, live.lines)
    set_control(camera, ["-c", "loop_video=0"])

    live = Live(f"camera:{camera}")
    live.event("connected")
    second = Live(f"camera:{camera}", "--for", "20")
    check("a camera in use by another program is lost", second.event("lost") is not None, second.lines)
    second.end()
    set_control(camera, ["-c", "disconnect=1"])
    check("a camera that is unplugged is lost", live.event("lost") is not None, live.lines)
    time.sleep(1)
    driver = pathlib.Path("/sys/bus/platform/drivers/vivid")
    (driver / "unbind").write_text("vivid.0")
    gone = not os.path.exists(camera)
    time.sleep(6)
    (driver / "bind").write_text("vivid.0")
    check("and connects when it is plugged in again", gone and live.event("connected") is not None, (gone, live.lines))
    live.end()


# Keyboards


def keyboards():
    keyboard = Keyboard(0x05E0, 0x1200)
    found = [device for device in listed() if device["type"] == "keys"]
    check("the scanner is listed first of the keyboards", found[0]["source"] == "keys:05e0:1200", found)

    other = os.open(keyboard.path, os.O_RDONLY | os.O_NONBLOCK)
    live = Live(f"keys:{keyboard.path}", "--once")
    live.event("connected")
    keyboard.type("]E04006381333931")
    check("a code typed with its AIM identifier is reported", live.code() == ("4006381333931", "ean_13"), live.lines)
    live.end()
    check("nobody else gets its keys meanwhile", not readable(other))
    keyboard.type("1")
    check("and afterwards everybody does", readable(other))
    os.close(other)

    live = Live(f"keys:{keyboard.path},de", "--once")
    live.event("connected")
    keyboard.type("]Q1Grüße-zY", "de")
    check("a German layout", live.code() == ("Grüße-zY", "qr_code"), live.lines)
    live.end()

    live = Live("keys:05e0:1200")
    live.event("connected")
    second = Live(f"keys:{keyboard.path}", "--for", "2")
    lost = second.event("lost")
    check("a second program is told that it is in use", "in use" in (lost or {}).get("message", ""), second.lines)
    second.end()
    codes = [str(9780000000000 + number) for number in range(50)]
    for code in codes:
        keyboard.type(code, pause=0.0005)
        time.sleep(0.01)
    came = [(live.code(5) or ("", ""))[0] for _ in codes]
    check("fifty codes one after the other", came == codes, [c for c, d in zip(came, codes) if c != d])

    live.process.send_signal(signal.SIGSTOP)
    for _ in range(50):
        keyboard.type("4006381333931", pause=0)
    live.process.send_signal(signal.SIGCONT)
    check("what the kernel had no room for is a problem",
          live.wait(lambda line: line.get("code") == "keys-lost") is not None, live.lines[-3:])
    time.sleep(1)
    keyboard.type("9784873119045")
    after = []
    while (code := live.code(3)) and not after[-1:] == ["9784873119045"]:
        after.append(code[0])
    check("and no code is cut", set(after) <= {"4006381333931", "9784873119045"} and after[-1:] == ["9784873119045"], after)

    keyboard.unplug()
    check("unplugged, it is lost", live.event("lost") is not None, live.lines[-3:])
    time.sleep(2)
    keyboard = Keyboard(0x05E0, 0x1200)
    check("plugged in again, it connects", live.event("connected") is not None, live.lines[-3:])
    keyboard.type("2000000000008")
    came = live.code()
    check("and types", came is not None and came[0] == "2000000000008", live.lines[-3:])
    status = live.end()
    check("it ends on Ctrl-C, and its status tells of the problem", status == 3, status)
    keyboard.unplug()


def readable(file):
    try:
        return len(os.read(file, 24 * 64)) > 0
    except BlockingIOError:
        return False


# HID scanners


def hid_scanners():
    scanner = HIDScanner(0x0C2E, 0x0B62)
    found = [device["source"] for device in listed() if device["type"] == "hid"]
    check("a HID scanner is listed", found == ["hid:0c2e:0b62"], found)
    live = Live("hid:0c2e:0b62")
    live.event("connected")
    check("a scanner of Honeywell is switched on", [254, 1] in [list(f) for f in scanner.features], scanner.features)
    scanner.scan("4006381333931", "]E0")
    check("a code of a HID scanner is reported", live.code() == ("4006381333931", "ean_13"), live.lines)
    long = "https://example.com/" + "0123456789" * 12
    scanner.scan(long, "]Q1")
    check("a code of three reports is one", live.code() == (long, "qr_code"), live.lines)
    scanner.unplug()
    check("unplugged, it is lost", live.event("lost") is not None, live.lines[-3:])
    time.sleep(1)
    scanner = HIDScanner(0x0C2E, 0x0B62)
    check("plugged in again, it connects", live.event("connected") is not None, live.lines[-3:])
    scanner.scan("9784873119045", "]E0")
    check("and scans", live.code() == ("9784873119045", "ean_13"), live.lines[-3:])
    live.end()
    keys = Keyboard(0x05E0, 0x1201)
    live = Live(f"hid:{keys.path}", "--for", "5")
    check("a keyboard is no HID scanner", live.event("failed") is not None, live.lines)
    live.end()
    keys.unplug()
    scanner.unplug()


for part in (keyboards, hid_scanners, cameras):
    try:
        part()
    except Exception:
        check(part.__name__, False, traceback.format_exc())
print(f"{passed} passed, {failed} failed")
