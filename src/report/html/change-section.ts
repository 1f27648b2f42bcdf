import { SLO_TARGETS, type SliName } from '../../core/metrics.ts';
import { advise } from '../advise.ts';
import type { Report } from '../build-report.ts';
import { showNumber, showOr } from '../figures.ts';
import { html, type Markup, withCode } from './markup.ts';
import { table } from './table.ts';

const BOUNDS = { 'at-least': 'at least', 'at-most': 'at most', below: 'below', none: '' } as const;

/** What should I change? */
export function changeSection({ metrics, folder }: Report): Markup {
  const advice = advise(metrics, { folder: folder ?? undefined });
  return html`<section id="change" aria-labelledby="change-title">
<h2 id="change-title">What should I change?</h2>
${
  advice.length === 0
    ? html`<p class="lead">Nothing that these records tell: no work that ended was missed, and none waits.</p>`
    : html`<ol class="advice">${advice.map(
        ({ host, text }) =>
          html`<li>${host !== undefined && html`<strong>${host}</strong> `}${withCode(text)}</li>`,
      )}</ol>`
}
${levels(metrics.slo)}
</section>`;
}

const levels = (slo: Report['metrics']['slo']): Markup =>
  html`<h3>Service levels</h3>${table({
    caption: 'Each indicator with its target',
    columns: [{ title: 'indicator' }, { title: 'value', kind: 'n' }, { title: 'target' }, { title: 'met' }],
    rows: Object.entries(slo).map(([name, { value, target, met, note }]) => {
      const { bound, means } = SLO_TARGETS[name as SliName];
      return [
        html`${means} <span class="quiet small">${name}</span>`,
        html`${showOr(value, showNumber)}`,
        html`${target === null ? '–' : `${BOUNDS[bound]} ${showNumber(target)}`}`,
        met === null
          ? html`<span class="quiet">${withCode(note ?? 'not judged')}</span>`
          : met
            ? html`<span class="yes">✓ yes</span>`
            : html`<span class="no">✗ no</span>`,
      ];
    }),
  })}`;
