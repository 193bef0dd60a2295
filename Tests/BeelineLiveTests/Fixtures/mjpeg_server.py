"""Serves a picture again and again as cameras do (multipart/x-mixed-replace), to who knows the password.

Usage: mjpeg_server.py PICTURE.jpg USER:PASSWORD [COUNT]. Says its port.
"""

import base64
import http.server
import sys
import time

picture = open(sys.argv[1], "rb").read()
wanted = "Basic " + base64.b64encode(sys.argv[2].encode()).decode()
count = int(sys.argv[3]) if len(sys.argv) > 3 else 100_000


class Camera(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/missing":
            self.send_error(404)
            return
        if self.headers.get("Authorization") != wanted:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="camera"')
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=picture")
        self.end_headers()
        try:
            for _ in range(count):
                head = f"--picture\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
                self.wfile.write(head.encode() + picture + b"\r\n")
                time.sleep(0.05)
        except OSError:
            pass

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Camera)
print(server.server_port, flush=True)
server.serve_forever()
