"""A plain Scrapy spider: fetches every URL of a list and writes each body to its own file."""

import os

import scrapy


class SaveAll(scrapy.Spider):
    name = "save-all"

    def start_requests(self):
        with open(self.list, encoding="utf-8") as lines:
            for line in lines:
                yield scrapy.Request(line.strip(), callback=self.save, dont_filter=True)

    def save(self, response):
        with open(os.path.join(self.out, response.url.rsplit("/", 1)[1]), "wb") as file:
            file.write(response.body)
