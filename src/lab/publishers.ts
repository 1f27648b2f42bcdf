import { pageKeyOf } from './article-urls.ts';
import { behave } from './faults.ts';
import { notFoundPage } from './pages.ts';
import { html, type LabContext, type LabRequest, type Provider, type Reply } from './reply.ts';
import { robotsText } from './robots.ts';
import type { Site } from './site.ts';

/** robots.txt as the site has it. */
export function robotsReply(site: Pick<Site, 'robots'>): Reply {
  const text = robotsText(site.robots);
  if (text !== undefined) return { status: 200, headers: { 'content-type': 'text/plain' }, body: text };
  if (site.robots.kind === 'unavailable') return html(503, '<html><body>Service Unavailable</body></html>\n');
  return html(404, notFoundPage());
}

/** All publisher and repository hosts: robots.txt, pages and files by address, a 404 page for the rest. */
export function publishers(lab: LabContext): Provider {
  const { world } = lab;
  /** How often each address with a changing answer was asked; the others need no memory. */
  const asked = new Map<string, number>();

  return {
    hosts: world.hosts,
    answer(request: LabRequest): Reply {
      const site = world.site(request.host);
      if (!site) return html(404, notFoundPage());
      const { pathname, search } = request.url;
      if (pathname === '/robots.txt') return robotsReply(site);
      if (request.method === 'HEAD' && !site.allowsHead) {
        return html(405, '<html><body>Method Not Allowed</body></html>\n', { allow: 'GET' });
      }
      const page = world.page(request.host, pathname + search);
      if (!page) return html(404, notFoundPage());
      const key = pageKeyOf(page.url);
      const askedBefore = asked.get(key) ?? 0;
      if (page.behaviour.kind === 'first' && request.method === 'GET') asked.set(key, askedBefore + 1);
      return behave(page.behaviour, { lab, page, validators: site.validators, askedBefore });
    },
  };
}
