import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { plainText } from '../core/plain-text.ts';
import { harmless } from './assemble-state.ts';
import type { Assets } from './assets.ts';
import { deliberateOnly, type GuardSettings, onlyOurs, sameOriginOnly, strictHeaders } from './guard.ts';
import { PAGE } from './page-html.ts';
import type { DashboardActions, DashboardSource } from './source.ts';
import type { UpdateHub } from './update-hub.ts';

export interface Metrics {
  readonly type: string;
  readonly text: () => Promise<string>;
}

export interface RouteDeps {
  readonly guard: GuardSettings;
  readonly source: DashboardSource;
  readonly actions: DashboardActions;
  readonly hub: UpdateHub;
  readonly assets: Assets;
  /** What a scrape of Prometheus is answered with. */
  readonly metrics: Metrics;
}

const MAX_SEARCH_CHARS = 300;
const MAX_ID_CHARS = 2048;
/** Each looks into the ledger in a process of its own. */
const MAX_LOOK_UPS = 2;

type App = Hono<{ Bindings: HttpBindings }>;

/** Every route. What was stored is never handed out: only told about. */
export function routes(deps: RouteDeps): App {
  const app: App = new Hono();
  app.use(strictHeaders);
  app.use(onlyOurs(deps.guard));
  app.get('/', (context) => context.html(PAGE));
  app.get('/assets/*', (context) => {
    const asset = deps.assets.get(context.req.path);
    return asset
      ? context.body(asset.body, 200, { 'content-type': asset.type })
      : context.json({ error: 'no such file' }, 404);
  });
  app.use('/api/*', sameOriginOnly);
  app.use('/metrics', sameOriginOnly);
  addReading(app, deps);
  addActions(app, deps);
  app.notFound((context) => context.json({ error: 'no such page' }, 404));
  app.onError((error, context) => context.json({ error: plainText(error.message, 300) }, 500));
  return app;
}

function addReading(app: App, { source, hub, metrics }: RouteDeps): void {
  app.get('/api/state', async (context) => context.json(await source.state()));
  app.get('/api/events', (context) => {
    const client = hub.join(() => context.env.outgoing.destroy());
    if (!client) return context.json({ error: 'too many pages are open' }, 503, { 'retry-after': '30' });
    return streamSSE(context, async (stream) => {
      using joined = client;
      stream.onAbort(() => joined[Symbol.dispose]());
      for (let update = await joined.next(); update; update = await joined.next()) {
        await stream.writeSSE({ event: update.event, data: update.data });
        if (update.event === 'end') return;
      }
    });
  });
  let lookUps = 0;
  const lookingUp = async <T>(look: () => Promise<T>): Promise<T | 'busy'> => {
    if (lookUps >= MAX_LOOK_UPS) return 'busy';
    lookUps++;
    try {
      return await look();
    } finally {
      lookUps--;
    }
  };
  app.get('/api/works', async (context) => {
    const text = (context.req.query('q') ?? '').trim().slice(0, MAX_SEARCH_CHARS);
    if (text === '') return context.json({ error: 'q says what to look for' }, 400);
    const answer = await lookingUp(() => source.search(text));
    return answer === 'busy' ? context.json({ error: 'busy' }, 503) : context.json(harmless(answer));
  });
  app.get('/api/story', async (context) => {
    const id = (context.req.query('id') ?? '').slice(0, MAX_ID_CHARS);
    const answer = await lookingUp(() => source.story(id));
    if (answer === 'busy') return context.json({ error: 'busy' }, 503);
    return answer ? context.json(harmless(answer)) : context.json({ error: 'no such work' }, 404);
  });
  app.get('/metrics', async (context) =>
    context.body(await metrics.text(), 200, { 'content-type': metrics.type }),
  );
}

function addActions(app: App, { guard, actions }: RouteDeps): void {
  const deliberate = deliberateOnly(guard);
  app.post('/api/pause', deliberate, async (context) => {
    await actions.setPaused(true);
    return context.json({ paused: true });
  });
  app.post('/api/resume', deliberate, async (context) => {
    await actions.setPaused(false);
    return context.json({ paused: false });
  });
  app.post('/api/retry-failed', deliberate, async (context) =>
    context.json({ retried: await actions.retryFailed() }),
  );
}
