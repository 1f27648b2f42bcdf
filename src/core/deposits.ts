/** Who registers DOIs for preprints and deposits: the same work may well carry one of them. */
const PREFIXES = new Set(
  (
    '10.48550 10.1101 10.64898 10.2139 10.21203 10.20944 10.26434 10.5281 10.6084 10.36227 10.22541 10.7287 10.17605 10.31730 ' +
    '10.32942 10.35542 10.51094 10.33774 10.32388 10.14293 10.13140 10.15200 10.33767 10.2172 10.3386 10.1184 10.55277 10.3929 ' +
    '10.5167 10.5451 10.7488 10.17863 10.18154 10.14279 10.25560 10.17169 10.18452 10.5445 10.7916 10.7907 10.7302 10.4225 ' +
    '10.18725 10.5075 10.26083 10.15496 10.34726 10.11575 10.25673 10.7939 10.7282'
  ).split(' '),
);
/** The servers of the Open Science Framework: SocArXiv, PsyArXiv, EarthArXiv, engrXiv and the rest. */
const OSF = /^10\.312(?:1\d|2\d|3\d)\//;
/** Preprints under the prefix of a publisher. */
const SUFFIXES =
  /^10\.(?:2196\/preprints|1590\/scielopreprints|5194\/(?:egusphere|[a-z]{2,8}-20\d\d-)|7717\/peerj\.preprints|1002\/essoar|1364\/opticaopen)/;

export const isDeposit = (doi: string): boolean =>
  PREFIXES.has(doi.slice(0, doi.indexOf('/'))) || OSF.test(doi) || SUFFIXES.test(doi);

/** Archives of data, crystal structures and trial records: what they hold came with a work and is never the work. */
const DATA_PREFIXES = new Set(
  '10.5061 10.1594 10.7910 10.15468 10.17632 10.5066 10.17862 10.4121 10.5517 10.2210 10.6073 10.5285 10.5256'.split(
    ' ',
  ),
);

export const isOfData = (doi: string): boolean =>
  DATA_PREFIXES.has(doi.slice(0, doi.indexOf('/'))) || doi.startsWith('10.1186/isrctn');
