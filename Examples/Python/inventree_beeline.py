"""Barcode plugin for InvenTree: labels of distributors and GS1 codes, in whatever form they are printed.

Put it into InvenTree's folder of plugins and activate it; beeline has to be installed in InvenTree's environment.
"""

import beeline
from beeline.contents import Gs1, IndustrialLabel, Product
from plugin import InvenTreePlugin
from plugin.mixins import SettingsMixin, SupplierBarcodeMixin


class BeelineBarcodes(SupplierBarcodeMixin, SettingsMixin, InvenTreePlugin):
    NAME = "BeelineBarcodes"
    SLUG = "beeline-barcodes"
    TITLE = "Barcodes by Beeline"
    VERSION = "0.1.0"
    SETTINGS = {"SUPPLIER_ID": {"name": "Supplier", "description": "Whose labels these are", "model": "company.company"}}

    def extract_barcode_fields(self, barcode_data):
        for result in beeline.resolve(barcode_data):
            return {name: str(value) for name, value in self.fields(result.content).items() if value is not None}
        return {}

    def fields(self, content):
        if isinstance(content, IndustrialLabel):
            return {
                # What the label calls supplier is who made the label, and mostly the part.
                self.MANUFACTURER_PART_NUMBER: content.supplier_part_number,
                self.CUSTOMER_PART_NUMBER: content.part_number,
                self.SUPPLIER_PART_NUMBER: content.get("di", {}).get("30P"),
                self.QUANTITY: content.quantity,
                self.LOT_CODE: content.lot,
                self.DATE_CODE: content.date_code,
                self.CUSTOMER_ORDER_NUMBER: content.purchase_order,
                self.COUNTRY_OF_ORIGIN: content.country_of_origin,
            }
        if isinstance(content, (Gs1, Product)):
            return {
                self.SUPPLIER_PART_NUMBER: content.gtin14,
                self.QUANTITY: content.get("count"),
                self.LOT_CODE: content.get("lot"),
            }
        return {}
