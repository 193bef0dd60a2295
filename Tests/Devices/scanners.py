"""Simulated hand scanners: keyboards by /dev/uinput, HID scanners by /dev/uhid."""

import fcntl
import glob
import os
import struct
import threading
import time

ENTER, SHIFT, ALT_GR = 28, 42, 100


def row(first_key, characters):
    """Which key types a character, and the modifiers that are down meanwhile (linux/input-event-codes.h)."""
    keys = {character: (key, None) for key, character in enumerate(characters, first_key)}
    return keys | {character.upper(): (key, SHIFT) for character, (key, _) in keys.items() if character.isalpha()}


US = row(2, "1234567890-=") | row(16, "qwertyuiop[]") | row(30, "asdfghjkl;'") | row(44, "zxcvbnm,./") | row(57, " ")
GERMAN = US | row(12, "ß") | row(21, "z") | row(26, "ü") | row(39, "öä") | row(44, "y") | row(53, "-") | {"]": (10, ALT_GR)}
LAYOUTS = {"us": US, "de": GERMAN}


class Keyboard:
    """A scanner that types."""

    # linux/uinput.h
    SET_EVENTS, SET_KEYS, SETUP, CREATE, DESTROY = 0x40045564, 0x40045565, 0x405C5503, 0x5501, 0x5502
    NAME = 0x80405500 + 44
    SYN, KEY = 0, 1

    def __init__(self, vendor, product, name="Test Barcode Scanner"):
        self.file = os.open("/dev/uinput", os.O_RDWR)
        fcntl.ioctl(self.file, self.SET_EVENTS, self.KEY)
        for key in range(1, 128):
            fcntl.ioctl(self.file, self.SET_KEYS, key)
        # 3: USB
        fcntl.ioctl(self.file, self.SETUP, struct.pack("<4H80sI", 3, vendor, product, 1, name.encode(), 0))
        fcntl.ioctl(self.file, self.CREATE)
        folder = fcntl.ioctl(self.file, self.NAME, bytes(64)).split(b"\0")[0].decode()
        device = await_path(f"/sys/devices/virtual/input/{folder}/event*")
        self.path = await_path(f"/dev/input/{os.path.basename(device)}")

    def _send(self, kind, code, value):
        os.write(self.file, struct.pack("<qqHHi", 0, 0, kind, code, value))

    def press(self, key, value):
        self._send(self.KEY, key, value)
        self._send(self.SYN, 0, 0)

    def type(self, text, layout="us", enter=True, pause=0.001):
        """Types a code as scanners do, a key each millisecond or two."""
        keys = [LAYOUTS[layout][c] for c in text] + ([(ENTER, None)] if enter else [])
        for key, held in keys:
            if held:
                self.press(held, 1)
            self.press(key, 1)
            self.press(key, 0)
            if held:
                self.press(held, 0)
            time.sleep(pause)

    def unplug(self):
        fcntl.ioctl(self.file, self.DESTROY)
        os.close(self.file)


class HIDScanner:
    """A scanner in HID point-of-sale mode, as those of Honeywell describe themselves."""

    # linux/uhid.h
    DESTROY, CREATE, INPUT, GET_REPORT, GET_REPORT_REPLY, SET_REPORT, SET_REPORT_REPLY = 1, 11, 12, 9, 10, 13, 14
    LONGEST = 4380

    # Report 2: length, AIM identifier, 56 bytes, the maker's letter, a bit for more. Feature 254, which switches it on.
    DESCRIPTOR = bytes.fromhex(
        "058C 0902 A101 0912 A102 8502 1500 26FF00 7508 9501 0501 093B 8102 9503 058C 09FB 09FC 09FD 8102 9538 09FE 820201"
        "9501 0666FF 0904 8102 0900 8102 058C 09FF 7501 8102 9507 8103 C0 85FE 7508 9501 0666FF 0910 B102 C0"
    )

    def __init__(self, vendor, product, name="Test HID Scanner"):
        self.features = []
        self.file = os.open("/dev/uhid", os.O_RDWR)
        before = set(glob.glob("/dev/hidraw*"))
        request = struct.pack("<I128s64s64sHHIIII", self.CREATE, name.encode(), b"", b"", len(self.DESCRIPTOR), 3, vendor,
                              product, 1, 0)
        os.write(self.file, request + self.DESCRIPTOR)
        threading.Thread(target=self._answer, daemon=True).start()
        deadline = time.monotonic() + 5
        while not (new := set(glob.glob("/dev/hidraw*")) - before):
            if time.monotonic() > deadline:
                raise RuntimeError("no /dev/hidraw appeared")
            time.sleep(0.01)
        self.path = new.pop()

    def _answer(self):
        """Takes the feature reports that are sent to it."""
        while True:
            try:
                event = os.read(self.file, self.LONGEST)
            except OSError:
                return
            kind, number = struct.unpack_from("<II", event)
            if kind == self.SET_REPORT:
                size = struct.unpack_from("<H", event, 10)[0]
                self.features.append(event[12:12 + size])
                os.write(self.file, struct.pack("<IIH", self.SET_REPORT_REPLY, number, 0))
            elif kind == self.GET_REPORT:
                # EIO
                os.write(self.file, struct.pack("<IIHH", self.GET_REPORT_REPLY, number, 5, 0))

    def scan(self, text, aim):
        """Sends a code in as many reports as it takes."""
        data = text.encode()
        for start in range(0, len(data), 56):
            part = data[start:start + 56]
            report = bytes([2, len(part)]) + aim.encode() + part.ljust(56, b"\0") + b"\0\0"
            report += bytes([start + 56 < len(data)])
            os.write(self.file, struct.pack("<IH", self.INPUT, len(report)) + report)

    def unplug(self):
        os.write(self.file, struct.pack("<I", self.DESTROY))
        os.close(self.file)


def await_path(pattern, seconds=5):
    """The path that a pattern fits, once there is one."""
    deadline = time.monotonic() + seconds
    while not (found := glob.glob(pattern)):
        if time.monotonic() > deadline:
            raise RuntimeError(f"{pattern} did not appear")
        time.sleep(0.01)
    return found[0]
