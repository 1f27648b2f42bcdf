import { describe, expect, test } from 'vitest';
import { sniff } from '../../src/download/sniff.ts';
import { hasCorpora, shared, sniffLabels } from './corpora.ts';

const of = (text: string) => sniff(Buffer.from(text, 'latin1'));

describe('sniff', () => {
  test.each([
    ['%PDF-1.7\n', 'pdf'],
    ['\xef\xbb\xbf%PDF-1.4', 'pdf'],
    ['\r\n\r\n%PDF-1.4', 'pdf'],
    [`${'%%PRINTER TICKET\r\n'.repeat(50)}%PDF-1.4`, 'pdf'],
    [`${'x'.repeat(1024)}%PDF-1.4`, 'pdf'],
    [`${'x'.repeat(1025)}%PDF-1.4`, 'other'],
    [`<html><!-- %PDF-1.4 -->`, 'html'],
    [`  <!-- %PDF-1.4 --> <p>`, 'html'],
    ['GIF89a%PDF-1.4', 'other'],
    ['PK\x03\x04 %PDF-1.4', 'zip'],
    [`paper.pdf${'\0'.repeat(503)}%PDF-1.4`, 'other'],
    ['', 'empty'],
    [' \n\t\0 ', 'empty'],
    ['<!DOCTYPE html>', 'html'],
    ['\n\n<!doctype HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">', 'html'],
    ['<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><html/>', 'html'],
    ['<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">', 'html'],
    [`<!-- ${'x'.repeat(20_000)} --><html>`, 'html'],
    ['<script>location.href="/login"</script>', 'html'],
    ['<?xml version="1.0"?><article>', 'xml'],
    ['<!DOCTYPE article PUBLIC "-//NLM//DTD JATS" "x"><article>', 'xml'],
    ['<TEI xmlns="http://www.tei-c.org/ns/1.0">', 'xml'],
    ['<ja:article xmlns:ja="x">', 'xml'],
    ['{"a":1}', 'other'],
    ['< 5 % of samples', 'other'],
    ['plain text', 'other'],
  ])('%j is %s', (text, kind) => {
    expect(of(text)).toBe(kind);
  });

  test.skipIf(!hasCorpora)(
    'the third-party samples are told by their bytes, and nothing else is called a PDF',
    () => {
      const labels = sniffLabels();
      expect(labels.length).toBeGreaterThan(70);
      for (const { file, ext } of labels) {
        const kind = sniff(shared(`corpora/sniff/${file}`).subarray(0, 65_536));
        const label = ext === 'svg' ? 'xml' : ext;
        if (['pdf', 'html', 'xml'].includes(label)) expect([file, kind]).toEqual([file, label]);
        else expect(['zip', 'other'], file).toContain(kind);
      }
    },
  );

  test.skipIf(!hasCorpora)('recorded answers to downloads are told by their bytes', () => {
    const kindOf = (name: string) => {
      const { response } = JSON.parse(shared(`fixtures/download/${name}`).toString()) as {
        response: { json?: unknown; body?: string; bodyFirst2048Base64?: string };
      };
      const { json, body, bodyFirst2048Base64 } = response;
      return sniff(
        bodyFirst2048Base64
          ? Buffer.from(bodyFirst2048Base64, 'base64')
          : Buffer.from(body ?? JSON.stringify(json)),
      );
    };
    expect(kindOf('phytokeys_pensoft_net_article_47386_download_pdf_200.json')).toBe('other');
    expect(kindOf('api_elsevier_com_content_search_scopus_query_ecolo_200.json')).toBe('other');
    expect(kindOf('eutils_ncbi_nlm_nih_gov_entrez_eutils_esearch_fcgi_200.json')).toBe('xml');
    expect(kindOf('eutils_ncbi_nlm_nih_gov_entrez_eutils_esummary_fcg_200.json')).toBe('other');
  });
});
