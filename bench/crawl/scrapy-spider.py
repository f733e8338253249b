"""Follows the HTML links of one site and saves the bodies."""
import re
from pathlib import Path

import scrapy
from scrapy.linkextractors import LinkExtractor


class SiteSpider(scrapy.Spider):
    name = "site"

    def __init__(self, start, scope, out, tuned, **kwargs):
        super().__init__(**kwargs)
        self.start_urls = [start]
        self.links = LinkExtractor(allow=re.escape(scope) + r".*\.html(#.*)?$", tags=("a",))
        self.out = Path(out)
        self.tuned = tuned == "1"
        self.seen = {start}
        self.saved = 0

    def parse(self, response):
        self.saved += 1
        (self.out / f"{self.saved}.html").write_bytes(response.body)
        for link in self.links.extract_links(response):
            if not self.tuned:
                yield response.follow(link, self.parse)
                continue
            # Creating a request for a known page costs more than this lookup.
            url = link.url.partition("#")[0]
            if url not in self.seen:
                self.seen.add(url)
                yield scrapy.Request(url, self.parse)
