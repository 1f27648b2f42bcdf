import { describe, expect, test } from 'vitest';
import { addressKind, offerAddress } from '../../src/resolvers/offer-address.ts';

const offered = (address: string) => {
  const leads: string[] = [];
  const plans = [...offerAddress(address, { evidence: 'a source' }, (url) => leads.push(url))].map(
    ({ url }) => url,
  );
  return { plans, leads };
};

describe('the kind of an address', () => {
  test.each([
    ['https://j.org/a.pdf', 'file'],
    ['https://j.org/a.PDF?sequence=1', 'file'],
    ['https://www.jmir.org/2019/10/e16222/PDF', 'file'],
    ['https://pubs.org/doi/pdf/10.1000/x', 'file'],
    ['https://onlinelibrary.wiley.com/doi/pdfdirect/10.1002/x', 'file'],
    ['https://journals.plos.org/plosone/article/file?id=10.1371/x&type=printable', 'file'],
    ['https://dora.dmu.ac.uk/bitstreams/965a873d/download', 'file'],
    ['https://europepmc.org/articles/PMC1?pdf=render', 'file'],
    ['https://doi.org/10.1000/a.pdf', 'page'],
    ['http://hdl.handle.net/2048/17', 'page'],
    ['https://r.org/handle/2048/17', 'page'],
    ['https://arxiv.org/abs/2104.12255', 'page'],
    ['https://j.org/article/17.html', 'page'],
    ['https://j.org/article/17', 'unclear'],
    ['https://scholarworks.uvm.edu/cgi/viewcontent.cgi?article=1063', 'unclear'],
  ])('%s is a %s', (address, kind) => {
    expect(addressKind(address)).toBe(kind);
  });
});

describe('an address that a source calls the PDF', () => {
  test('is fetched when it looks like a file', () => {
    expect(offered('https://j.org/a.pdf')).toEqual({ plans: ['https://j.org/a.pdf'], leads: [] });
  });

  test('is read when it is a page, with the DOI in one spelling', () => {
    expect(offered('http://dx.doi.org/10.1000/X')).toEqual({
      plans: [],
      leads: ['https://doi.org/10.1000/x'],
    });
  });

  test('is tried and may be read when it does not tell', () => {
    const address = 'https://j.org/article/17';
    expect(offered(address)).toEqual({ plans: [address], leads: [address] });
  });

  test('is the file behind a viewer', () => {
    expect(offered('https://j.org/doi/epdf/10.1000/x').plans).toEqual(['https://j.org/doi/pdf/10.1000/x']);
  });

  test("is arXiv's own file whatever page of arXiv it names", () => {
    for (const address of ['http://arxiv.org/abs/2104.12255', 'https://export.arxiv.org/pdf/2104.12255'])
      expect(offered(address)).toEqual({ plans: ['https://arxiv.org/pdf/2104.12255'], leads: [] });
  });

  test("is not asked on PMC's site, nor when it is none", () => {
    for (const address of [
      'https://www.ncbi.nlm.nih.gov/pmc/articles/PMC12/pdf/',
      'https://pmc.ncbi.nlm.nih.gov/articles/PMC12/pdf/x.pdf',
      'ftp://ftp.ncbi.nlm.nih.gov/a.pdf',
      'not an address',
    ])
      expect(offered(address)).toEqual({ plans: [], leads: [] });
  });
});
