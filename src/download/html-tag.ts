/** Whole tags: among compressed bytes, "<p" alone stands by chance in every fiftieth kilobyte. */
export const HTML_TAG =
  /<!doctype\s+html|<(?:html|head|body|script|div|p|br)(?:\s[\t\n\r\x20-\x7e]{0,400})?\/?>/i;
