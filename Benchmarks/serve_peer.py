"""The server that serve.py measures against, as one would write it with FastAPI and pyzbar."""

import io

from fastapi import FastAPI, Request
from PIL import Image
from pydantic import BaseModel
from pyzbar import pyzbar

app = FastAPI()


class Code(BaseModel):
    text: str
    symbology: str = "unknown"


def meaning(symbology, text):
    result = {"symbol": {"symbology": symbology, "text": text}}
    if len(text) == 13 and text.isdigit() and sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(text)) % 10 == 0:
        result["content"] = {"kind": "product", "gtin13": text}
        if text.startswith("978"):
            body = text[3:12]
            check = sum((10 - place) * int(digit) for place, digit in enumerate(body)) % 11
            isbn10 = body + "0123456789X"[-check % 11]
            result["content"] = {"kind": "isbn", "isbn13": text, "isbn10": isbn10}
            result["resolution"] = {"actions": [{"action": "open-url", "url": f"https://www.amazon.com/dp/{isbn10}"}]}
    return result


@app.post("/v1/resolve")
async def resolve(code: Code):
    return {"version": 1, "input": code.text, "results": [meaning(code.symbology, code.text)]}


@app.post("/v1/scan")
async def scan(request: Request):
    picture = Image.open(io.BytesIO(await request.body())).convert("L")
    found = pyzbar.decode(picture)
    return {"version": 1, "results": [meaning(code.type, code.data.decode("utf-8", "replace")) for code in found]}
