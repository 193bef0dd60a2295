"""Serves a file of MPEG-TS over RTSP, within the connection (RFC 2326, 10.12), to who knows the password.

Usage: rtsp_server.py FILM.ts USER:PASSWORD. Says its port.
"""

import base64
import socketserver
import struct
import sys
import time

film = open(sys.argv[1], "rb").read()
wanted = "Basic " + base64.b64encode(sys.argv[2].encode()).decode()
SDP = "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=film\r\nt=0 0\r\nm=video 0 RTP/AVP 33\r\na=control:track\r\n"


class Camera(socketserver.StreamRequestHandler):
    def answer(self, number, status, *headers, body=""):
        lines = [f"RTSP/1.0 {status}", f"CSeq: {number}", *headers]
        if body:
            lines += ["Content-Type: application/sdp", f"Content-Length: {len(body)}"]
        self.wfile.write(("\r\n".join(lines) + "\r\n\r\n" + body).encode())

    def handle(self):
        while line := self.rfile.readline().decode():
            method = line.split()[0]
            headers = {}
            while (line := self.rfile.readline().decode().strip()):
                name, value = line.split(":", 1)
                headers[name.lower()] = value.strip()
            number = headers["cseq"]
            if method == "OPTIONS":
                self.answer(number, "200 OK", "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN")
            elif headers.get("authorization") != wanted:
                self.answer(number, "401 Unauthorized", 'WWW-Authenticate: Basic realm="camera"')
            elif method == "DESCRIBE":
                self.answer(number, "200 OK", body=SDP)
            elif method == "SETUP":
                self.answer(number, "200 OK", "Transport: RTP/AVP/TCP;unicast;interleaved=0-1", "Session: 1")
            elif method == "PLAY":
                self.answer(number, "200 OK", "Session: 1")
                return self.play()
            else:
                return self.answer(number, "200 OK")

    def play(self):
        size = 7 * 188
        try:
            for index in range(0, 1_000_000):
                start = index * size % len(film)
                header = struct.pack(">BBHII", 0x80, 33, index & 0xFFFF, index * 4500 & 0xFFFFFFFF, 1)
                packet = header + film[start : start + size]
                self.wfile.write(struct.pack(">cBH", b"$", 0, len(packet)) + packet)
                time.sleep(0.02)
        except OSError:
            pass


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


server = Server(("127.0.0.1", 0), Camera)
print(server.server_address[1], flush=True)
server.serve_forever()
