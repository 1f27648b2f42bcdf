import { escapeHtml } from '../pages.ts';
import {
  decoded,
  html,
  json,
  type LabContext,
  type LabRequest,
  type Provider,
  type Reply,
} from '../reply.ts';

const EXPIRES_AFTER_MS = 3_600_000;

const errorPage = (title: string, text: string): string =>
  `<!DOCTYPE html>\n<html lang="en-us">\n<head>\n    <meta charset="UTF-8">\n    <title>Error: ${title}</title>\n</head>\n<body>\n<h1>${title}</h1>\n<p>${text}</p>\n</body>\n</html>\n`;

/** The proxy of the Handle system: 302 with a body of a few words, HTML errors. */
export function doiOrg(lab: LabContext): Provider {
  const { world } = lab;

  function redirectTo(target: string): Reply {
    const link = escapeHtml(target);
    return html(
      302,
      `<html><head><title>Handle Redirect</title></head>\n<body><a href="${link}">${link}</a></body></html>`,
      {
        location: target,
        expires: new Date(lab.wallMs() + EXPIRES_AFTER_MS).toUTCString(),
        vary: 'Origin, Accept',
      },
    );
  }

  function agency(prefix: string): Reply {
    const isKnown = world.works.some(({ paper }) => paper.doi?.startsWith(`${prefix}/`));
    if (!isKnown) return json(200, [{ DOI: prefix, status: 'DOI does not exist' }]);
    return json(200, [{ DOI: prefix, RA: prefix === '10.48550' ? 'DataCite' : 'Crossref' }]);
  }

  return {
    hosts: ['doi.org', 'dx.doi.org', 'www.doi.org'],
    answer({ url }: LabRequest): Reply {
      if (url.pathname === '/robots.txt') {
        return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow:\n' };
      }
      const name = decoded(url.pathname.slice(1));
      if (name.startsWith('ra/')) return agency(name.slice(3).split('/')[0] ?? '');
      if (!/^10\.\d{4,9}\/./.test(name)) {
        return html(400, errorPage('Not a DOI', 'This is not a DOI; a DOI starts with 10.'));
      }
      const target = world.work('doi', name)?.setup.doiTarget;
      if (target === undefined) {
        return html(404, errorPage('DOI Not Found', 'This DOI cannot be found in the DOI System.'));
      }
      return redirectTo(target);
    },
  };
}
