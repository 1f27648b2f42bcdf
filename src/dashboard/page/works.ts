import { showBytes, showDuration } from '../../report/figures.ts';
import type { DashboardState, SearchAnswer, StoryAnswer } from '../state.ts';
import { byId, type Child, el, fill, inputById, setText } from './dom.ts';

const tag = (status: string, text = status): HTMLElement =>
  el('span', { class: 'tag' }, el('span', { class: `fill ${status}` }), text);

/** Opens the story of the work; found again by its key when the list is drawn anew. */
const opener = (docId: string, title: string | null, place: string): HTMLElement =>
  el('button', { type: 'button', 'data-work': docId, 'data-key': `${place} ${docId}` }, title ?? docId);

export function endedItem(work: DashboardState['newest'][number]): HTMLElement {
  const doubt = work.identity === 'unsure' ? 'identity unsure' : '';
  const about = [work.doc_id, work.reason, doubt, work.resolver, work.host].filter(Boolean).join(' · ');
  return el(
    'li',
    { class: 'work' },
    tag(work.status),
    el('span', { class: 'name' }, opener(work.doc_id, work.title, 'newest'), el('small', {}, about)),
    el('span', { class: 'n small quiet' }, work.size_bytes > 0 ? showBytes(work.size_bytes) : ''),
  );
}

async function ask<T>(path: string): Promise<T> {
  const response = await fetch(path, { headers: { accept: 'application/json' } });
  const body = (await response.json()) as T & { readonly error?: string };
  if (!response.ok) throw new Error(body.error ?? `status ${response.status}`);
  return body;
}

function foundItem({
  doc_id,
  title,
  year,
  state,
  status,
  reason,
}: SearchAnswer['works'][number]): HTMLElement {
  const about = [doc_id, year, reason ?? state].filter(Boolean).join(' · ');
  return el(
    'li',
    { class: 'work' },
    tag(status ?? 'skipped', status ?? state ?? 'known'),
    el('span', { class: 'name' }, opener(doc_id, title, 'found'), el('small', {}, about)),
  );
}

async function search(text: string): Promise<void> {
  const found = byId('found');
  fill(found, el('p', { class: 'note' }, 'Looking…'));
  try {
    const { works, truncated } = await ask<SearchAnswer>(`/api/works?q=${encodeURIComponent(text)}`);
    const said =
      works.length === 0 ? 'No work matches.' : `${works.length}${truncated ? ' and more' : ''} found`;
    fill(
      found,
      el('p', { class: 'note', role: 'status' }, said),
      works.length > 0 && el('ul', { class: 'works' }, ...works.map(foundItem)),
    );
  } catch (error) {
    fill(found, el('p', { class: 'note bad', role: 'alert' }, `The search failed: ${String(error)}`));
  }
}

/** Only what is an address on the web becomes a link. */
function linked(url: string): Child {
  const parsed = URL.parse(url);
  if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) return el('code', {}, url);
  return el('a', { href: parsed.href, rel: 'noopener noreferrer nofollow', target: '_blank' }, url);
}

const GOOD_STEPS = new Set(['http-200', 'http-206', 'http-304', 'cache-hit', 'http-redirect']);
const BAD_STEPS = new Set([
  'http-error',
  'download-error',
  'size-mismatch',
  'breaker-open',
  'http-get',
  'http-head',
]);

type RunStory = StoryAnswer['runs'][number];

function stepItem({ at, resolver, tier, status, reason, url, text }: RunStory['steps'][number]): HTMLElement {
  const isBad = BAD_STEPS.has(status) && reason !== 'ok';
  const tone = isBad ? 'bad' : GOOD_STEPS.has(status) ? 'good' : 'quiet';
  const about = [at.slice(11, 23), resolver, tier, status, reason].filter(Boolean).join(' · ');
  return el(
    'li',
    { 'data-tone': tone },
    text,
    el('small', {}, about),
    url !== null && el('small', {}, linked(url)),
  );
}

function endView(end: RunStory['end']): Child[] {
  if (!end) return [el('p', { class: 'quiet' }, 'It has not ended in this run.')];
  const facts = [
    end.size_bytes === null ? '' : showBytes(end.size_bytes),
    end.license ?? '',
    end.version ?? '',
    `after ${showDuration(end.duration_ms)}`,
  ].filter((text) => text !== '');
  return [
    el(
      'p',
      {},
      tag(end.status, `${end.status}, ${end.reason}`),
      ` ${end.meaning} `,
      el('span', { class: 'quiet' }, facts.join(' · ')),
    ),
    end.file !== null && el('p', { class: 'small' }, el('code', {}, end.file)),
    end.identity_why !== null &&
      el('p', { class: 'small' }, `Identity: ${end.identity ?? 'not this work'} (${end.identity_why})`),
  ];
}

function storyView(story: StoryAnswer): HTMLElement {
  const heading = el('h3', { id: 'story-title', tabindex: -1 }, story.title ?? story.doc_id);
  const job = story.job;
  return el(
    'article',
    { class: 'story', 'aria-labelledby': 'story-title' },
    el('div', { class: 'top' }, heading, el('button', { type: 'button', id: 'close-story' }, 'Close')),
    el('p', { class: 'small quiet' }, [...story.names, story.year].filter(Boolean).join(' · ')),
    job &&
      el(
        'p',
        { class: 'small' },
        `Job: ${job.state.replace('_', ' ')}`,
        job.state === 'queued' && job.host_key !== '' && `, next at ${job.host_key}`,
        job.waits_ms > 0 && `, in ${showDuration(job.waits_ms)}`,
      ),
    ...story.runs.flatMap((run) => [
      el('h4', {}, `Run ${run.run_id}`),
      el('ol', { class: 'steps' }, ...run.steps.map(stepItem)),
      ...endView(run.end),
    ]),
    story.claims.length > 0 && el('h4', {}, 'Places that sources named'),
    story.claims.length > 0 &&
      el(
        'ul',
        { class: 'small' },
        ...story.claims.map(({ resolver, url, license, tried }) =>
          el(
            'li',
            {},
            linked(url),
            ` ${[resolver, license, tried ? 'tried' : 'not tried'].filter(Boolean).join(' · ')}`,
          ),
        ),
      ),
  );
}

async function openStory(docId: string, openedBy: HTMLElement): Promise<void> {
  const place = byId('story');
  setText(byId('live'), 'Reading the story of the work');
  try {
    fill(place, storyView(await ask<StoryAnswer>(`/api/story?id=${encodeURIComponent(docId)}`)));
    setText(byId('live'), '');
    byId('close-story').addEventListener('click', () => {
      fill(place);
      const key = openedBy.getAttribute('data-key');
      const again = [...document.querySelectorAll('[data-key]')].find(
        (one) => one.getAttribute('data-key') === key,
      );
      (again instanceof HTMLElement ? again : inputById('search-text')).focus();
    });
    const title = byId('story-title');
    title.focus({ preventScroll: true });
    place.scrollIntoView({ block: 'start' });
  } catch (error) {
    fill(place, el('p', { class: 'note bad', role: 'alert' }, `The story cannot be read: ${String(error)}`));
  }
}

/** Searching, and the story of whichever work is chosen. */
export function wireWorks(): void {
  byId('search').addEventListener('submit', (event) => {
    event.preventDefault();
    const text = inputById('search-text').value.trim();
    if (text !== '') void search(text);
  });
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-work]') : null;
    if (button instanceof HTMLElement) void openStory(button.getAttribute('data-work') ?? '', button);
  });
}
