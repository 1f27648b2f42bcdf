import { PAGE_MODULE } from './assets.ts';

/** The frame of the page. Nothing from outside is ever in it: the browser fills it in as text. */
export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>ContentDownload</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/uplot.css">
<link rel="stylesheet" href="/assets/page.css">
<script src="/assets/uplot.js" defer></script>
<script type="module" src="${PAGE_MODULE}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the dashboard</a>
<header>
<div class="who">
<p class="brand">ContentDownload</p>
<h1 id="run-title">Looking for a run</h1>
<p class="facts" id="run-facts">&nbsp;</p>
</div>
<div class="deeds" role="group" aria-label="Actions">
<p class="badge" id="badge" data-tone="quiet">connecting</p>
<button type="button" id="pause" data-action="pause">Pause</button>
<button type="button" id="resume" data-action="resume" hidden>Resume</button>
<button type="button" id="retry" data-action="retry-failed">Retry failed</button>
</div>
</header>
<p id="live" class="unseen" role="status" aria-live="polite"></p>
<main id="main" tabindex="-1">
<section class="wide" aria-labelledby="progress-title">
<h2 id="progress-title">Progress</h2>
<div id="progress"></div>
</section>
<section class="most" aria-labelledby="throughput-title">
<h2 id="throughput-title">Throughput</h2>
<div id="throughput" role="img" aria-label="Works ended per second over time"></div>
<p class="note" id="throughput-note">Nothing has ended yet.</p>
</section>
<section class="rest" aria-labelledby="queue-title">
<h2 id="queue-title">Queue</h2>
<div id="queue"></div>
</section>
<section class="wide" aria-labelledby="failures-title">
<h2 id="failures-title">Without a file, and why</h2>
<div id="failures"></div>
</section>
<section class="wide" aria-labelledby="hosts-title">
<h2 id="hosts-title">Hosts</h2>
<div id="hosts"></div>
</section>
<section class="wide" aria-labelledby="works-title">
<h2 id="works-title">Works</h2>
<form id="search" role="search">
<label for="search-text">Search by title or identifier</label>
<div class="field">
<input id="search-text" name="q" type="search" autocomplete="off" spellcheck="false" maxlength="300">
<button type="submit">Search</button>
</div>
</form>
<div id="found"></div>
<div id="story"></div>
<h3 id="newest-title">Newest outcomes</h3>
<div id="newest"></div>
</section>
<section class="wide" id="warnings-section" aria-labelledby="warnings-title" hidden>
<h2 id="warnings-title">Warnings</h2>
<div id="warnings"></div>
</section>
</main>
<dialog id="confirm" aria-labelledby="confirm-title">
<form method="dialog">
<h2 id="confirm-title">Are you sure?</h2>
<p id="confirm-text"></p>
<div id="token-field" hidden>
<label for="token">Token printed when the dashboard was started</label>
<input id="token" type="password" autocomplete="off" spellcheck="false">
</div>
<p id="confirm-problem" role="alert"></p>
<div class="buttons">
<button type="button" id="confirm-no">Cancel</button>
<button type="submit" id="confirm-yes" class="strong">Yes</button>
</div>
</form>
</dialog>
<noscript><p>This page shows a run while it goes on, which needs JavaScript. <code>contentdownload report</code> does not.</p></noscript>
</body>
</html>
`;
