import type { Topic } from './tongue.ts';

const TITLES = [
  'Seasonal shifts in {thing} and their relation to {factor} across {where}',
  'Effects of {factor} on {thing}: evidence from {where}',
  '{Method} reveals how {factor} shapes {thing}',
  'Long-term monitoring of {thing} in {where} using {method}',
  'Predicting {thing} from {factor} with {method}',
  'Why {thing} differs between sites: the role of {factor}',
  'A comparison of two approaches to measuring {thing} under changing {factor}',
  'Linking {factor} to {thing} in {where}',
];

const topic = (slots: Topic['slots']): Topic => ({ titles: TITLES, slots });

export const ENGLISH_TOPICS: readonly Topic[] = [
  topic({
    thing: [
      'seagrass meadow productivity',
      'benthic oxygen uptake',
      'macroalgal cover',
      'larval settlement density',
    ],
    factor: ['nutrient loading', 'sediment resuspension', 'summer heatwaves', 'light attenuation'],
    where: [
      'a shallow Baltic lagoon',
      'the northern Adriatic',
      'three Patagonian fjords',
      'a tidal estuary in Brittany',
    ],
    method: [
      'eddy covariance',
      'stable isotope mixing models',
      'towed video transects',
      'benthic chamber incubation',
    ],
  }),
  topic({
    thing: ['medication adherence', 'hospital readmission', 'self-reported fatigue', 'glycaemic control'],
    factor: [
      'pharmacist-led counselling',
      'night-shift work',
      'household income',
      'remote blood pressure monitoring',
    ],
    where: [
      'rural primary care clinics',
      'two tertiary hospitals in Ghana',
      'a regional cohort of older adults',
      'community dialysis centres',
    ],
    method: [
      'a stepped-wedge trial',
      'mixed-effects regression',
      'structured telephone interviews',
      'propensity score matching',
    ],
  }),
  topic({
    thing: ['ionic conductivity', 'interfacial charge transfer', 'crack propagation', 'thermal expansion'],
    factor: [
      'dopant concentration',
      'annealing temperature',
      'grain boundary chemistry',
      'compressive strain',
    ],
    where: [
      'garnet-type solid electrolytes',
      'layered cobalt oxides',
      'additively manufactured steel',
      'perovskite thin films',
    ],
    method: [
      'impedance spectroscopy',
      'in situ electron microscopy',
      'density functional calculations',
      'synchrotron diffraction',
    ],
  }),
  topic({
    thing: ['reading comprehension', 'classroom participation', 'vocabulary growth', 'teacher retention'],
    factor: ['peer tutoring', 'bilingual instruction', 'class size', 'formative feedback'],
    where: [
      'multilingual primary schools',
      'vocational colleges in Finland',
      'first-year engineering courses',
      'evening schools in Lisbon',
    ],
    method: [
      'classroom observation',
      'multilevel modelling',
      'a two-year panel survey',
      'semi-structured interviews',
    ],
  }),
  topic({
    thing: ['root colonisation', 'drought tolerance', 'grain yield stability', 'leaf nitrogen content'],
    factor: ['mycorrhizal inoculation', 'deficit irrigation', 'crop rotation', 'soil compaction'],
    where: [
      'terraced barley fields',
      'semi-arid wheat systems',
      'smallholder maize plots',
      'a long-term field trial in Moravia',
    ],
    method: [
      'rhizotron imaging',
      'hyperspectral phenotyping',
      'amplicon sequencing',
      'a split-plot experiment',
    ],
  }),
  topic({
    thing: ['anomaly detection accuracy', 'packet loss recovery', 'query latency', 'label noise robustness'],
    factor: ['sparse attention', 'adaptive batching', 'cache placement', 'weak supervision'],
    where: [
      'edge sensor networks',
      'federated hospital records',
      'large code repositories',
      'campus wireless traces',
    ],
    method: [
      'contrastive pretraining',
      'discrete event simulation',
      'ablation studies',
      'a learned index structure',
    ],
  }),
  topic({
    thing: ['tumour infiltration', 'synaptic pruning', 'muscle regeneration', 'antigen presentation'],
    factor: ['macrophage polarisation', 'microglial signalling', 'mechanical loading', 'lipid metabolism'],
    where: [
      'a mouse model of colitis',
      'human cortical organoids',
      'aged skeletal muscle',
      'zebrafish embryos',
    ],
    method: ['single-cell RNA sequencing', 'intravital imaging', 'lineage tracing', 'mass cytometry'],
  }),
  topic({
    thing: ['aerosol optical depth', 'boundary layer height', 'ozone production', 'snowmelt runoff'],
    factor: ['wildfire smoke', 'marine stratocumulus', 'urban expansion', 'dust transport'],
    where: ['the southern Andes', 'a coastal megacity', 'the Tibetan Plateau', 'the eastern Mediterranean'],
    method: [
      'lidar profiling',
      'a nested regional model',
      'satellite retrievals',
      'tethered balloon soundings',
    ],
  }),
];
