import type uPlotClass from 'uplot';
import type { DashboardState } from '../state.ts';

/** Loaded by the page before its modules run. */
declare const uPlot: typeof uPlotClass;

type Timeline = NonNullable<DashboardState['timeline']>;

const GOOD = ['saved', 'cached', 'html_only'] as const;
const NOT_GOOD = ['skipped', 'quarantined', 'failed'] as const;
const HEIGHT = 210;

const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

function perSecond(timeline: Timeline, names: readonly (keyof Timeline['outcomes'])[]): number[] {
  return timeline.bytes.map(
    (_, step) =>
      names.reduce((sum, name) => sum + (timeline.outcomes[name][step] ?? 0), 0) / (timeline.step_ms / 1000),
  );
}

/** Works with a file, and without, per second. The last step is still filling: it is left out while the run goes on. */
function dataOf(timeline: Timeline, isRunning: boolean): [number[], number[], number[]] {
  const times = timeline.bytes.map((_, step) => (timeline.start_ms + step * timeline.step_ms) / 1000);
  const whole = isRunning && times.length > 2 ? -1 : times.length;
  return [
    times.slice(0, whole),
    perSecond(timeline, GOOD).slice(0, whole),
    perSecond(timeline, NOT_GOOD).slice(0, whole),
  ];
}

const clockTime = (seconds: number): string => new Date(seconds * 1000).toLocaleTimeString();

function optionsFor(width: number): uPlotClass.Options {
  const axis = {
    stroke: colour('quiet'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { stroke: colour('line'), width: 1 },
    font: '12px system-ui, sans-serif',
  };
  const line = (name: string, tone: string) => ({
    label: `${name}, per second`,
    stroke: colour(tone),
    fill: `${colour(tone)}2b`,
    width: 2,
    points: { show: false },
    value: (_: uPlotClass, value: number | null): string => (value === null ? '–' : value.toFixed(1)),
  });
  return {
    width,
    height: HEIGHT,
    series: [
      { label: 'at', value: (_, second) => (second === null ? '–' : clockTime(second)) },
      line('with a file', 'saved'),
      line('without', 'failed'),
    ],
    axes: [
      { ...axis, space: 90, values: (_, seconds) => seconds.map(clockTime) },
      { ...axis, size: 48 },
    ],
    scales: { y: { range: (_, __, max) => [0, Math.max(1, max * 1.1)] } },
  };
}

/** The chart of throughput. It follows the width of the page and its colour scheme. */
export function throughputChart(container: HTMLElement): (timeline: Timeline, isRunning: boolean) => void {
  let chart: uPlotClass | undefined;
  let data: [number[], number[], number[]] = [[], [], []];
  const draw = (): void => {
    chart?.destroy();
    chart = new uPlot(optionsFor(container.clientWidth), data, container);
  };
  new ResizeObserver(() => chart?.setSize({ width: container.clientWidth, height: HEIGHT })).observe(
    container,
  );
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    if (chart) draw();
  });
  return (timeline, isRunning) => {
    data = dataOf(timeline, isRunning);
    if (chart) chart.setData(data);
    else draw();
  };
}
