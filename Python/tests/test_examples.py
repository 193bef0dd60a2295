"""The plugins for other programs, with what those programs would give them."""

import http.server
import json
import os
import subprocess
import sys
import threading

import pytest
from conftest import PROJECT

import beeline

EXAMPLES = PROJECT / "Examples/Python"


@pytest.fixture
def paperless():
    """Takes the requests that paperless-ngx would get."""
    requests = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_PATCH(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            requests.append((self.path, self.headers["Authorization"], json.loads(body)))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", requests
    server.shutdown()
    thread.join()
    server.server_close()


def consumed(document, url, tmp_path):
    (tmp_path / "document").write_bytes(document)
    environment = {
        **os.environ,
        "DOCUMENT_SOURCE_PATH": str(tmp_path / "document"),
        "DOCUMENT_ID": "17",
        "PAPERLESS_URL": url,
        "PAPERLESS_TOKEN": "secret",
    }
    script = [sys.executable, str(EXAMPLES / "paperless_asn.py")]
    return subprocess.run(script, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout


@pytest.mark.parametrize(
    "text, prefix, number",
    [
        ("ASN00123", "ASN", 123),
        ("ASN 000123", "ASN", 123),
        ("ASN-4294967295", "ASN", 4294967295),
        ("ASN 4294967296", "ASN", None),
        ("ASN", "ASN", None),
        ("CUSTOM-PREFIX-00123", "CUSTOM-PREFIX-", 123),
    ],
)
def test_a_document_gets_the_number_of_its_code(paperless, tmp_path, monkeypatch, text, prefix, number):
    url, requests = paperless
    monkeypatch.setenv("PAPERLESS_CONSUMER_ASN_BARCODE_PREFIX", prefix)
    assert consumed(beeline.draw(text, symbology="code-128", format="pdf"), url, tmp_path) == ""
    expected = [("/api/documents/17/", "Token secret", {"archive_serial_number": number})]
    assert requests == ([] if number is None else expected)


def test_other_codes_and_damage_change_nothing(paperless, tmp_path):
    url, requests = paperless
    assert consumed(beeline.draw("4006381333931", format="pdf"), url, tmp_path) == ""
    assert "page 1: " in consumed(beeline.draw("ASN1", format="pdf")[:300], url, tmp_path)
    assert requests == []


INVENTREE = """
class InvenTreePlugin:
    pass
"""
MIXINS = """
class SettingsMixin:
    pass

class SupplierBarcodeMixin:
    def scan(self, barcode_data):
        # InvenTree takes off the blanks around the text, of which RS is one to Python, and looks a part up by either number.
        self.barcode_fields = self.extract_barcode_fields(str(barcode_data).strip())
        return self.barcode_fields.get(self.SUPPLIER_PART_NUMBER), self.barcode_fields.get(self.MANUFACTURER_PART_NUMBER)

    CUSTOMER_ORDER_NUMBER = "customer_order_number"
    CUSTOMER_PART_NUMBER = "customer_part_number"
    SUPPLIER_PART_NUMBER = "supplier_part_number"
    QUANTITY = "quantity"
    DATE_CODE = "date_code"
    LOT_CODE = "lot_code"
    COUNTRY_OF_ORIGIN = "country_of_origin"
    MANUFACTURER_PART_NUMBER = "manufacturer_part_number"
"""


def test_labels_have_the_fields_that_inventree_asks_for(tmp_path, monkeypatch):
    (tmp_path / "plugin").mkdir()
    (tmp_path / "plugin/__init__.py").write_text(INVENTREE)
    (tmp_path / "plugin/mixins.py").write_text(MIXINS)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.syspath_prepend(str(EXAMPLES))
    from inventree_beeline import BeelineBarcodes

    extract = BeelineBarcodes().extract_barcode_fields
    label = "[)>\x1e06\x1dK4500012345\x1dP123-456\x1d1PLM358DR\x1d30P296-1395-1-ND\x1dQ2500\x1d9D2631\x1d1TA7\x1d4LCN\x1e\x04"
    assert extract(label) == {
        "customer_order_number": "4500012345",
        "customer_part_number": "123-456",
        "manufacturer_part_number": "LM358DR",
        "supplier_part_number": "296-1395-1-ND",
        "quantity": "2500",
        "date_code": "2631",
        "lot_code": "A7",
        "country_of_origin": "CN",
    }
    assert extract("(01)09521234543213(10)AB-1") == {"supplier_part_number": "09521234543213", "lot_code": "AB-1"}
    assert extract("hello") == {}
    cut = "[)>\x1e06\x1d30P296-1395-1-ND\x1d1PLM358DR\x1dQ5\x1e"
    assert BeelineBarcodes().scan(cut) == ("296-1395-1-ND", "LM358DR")
    assert BeelineBarcodes().scan("hello") == (None, None)
