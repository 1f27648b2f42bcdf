const list = (text: string): readonly string[] => text.trim().split(/\s*,\s*/);

/** The vocabulary titles, abstracts and pages are made of. */
export const QUALITIES = list(`
  adaptive, anisotropic, asymptotic, bayesian, bimodal, causal, chronic, coherent, collective, comparative, complex,
  coupled, cryptic, delayed, dense, distributed, dynamic, early, ecological, efficient, elastic, emergent, endemic,
  epigenetic, federated, functional, genomic, global, hierarchical, high-resolution, hybrid, immune, infrared,
  integrated, invasive, latent, localized, longitudinal, low-temperature, magnetic, marginal, metabolic, microbial,
  molecular, multiscale, neural, nonlinear, optical, parallel, persistent, photonic, quantitative, quantum, random,
  rapid, regional, resilient, robust, seasonal, semantic, sparse, spatial, spectral, stochastic, structural, synaptic,
  thermal, topological, transient, tropical, turbulent, unsupervised, urban, viral, volcanic`);

export const THINGS = list(`
  adaptation, aerosols, alloys, antibodies, aquifers, assemblages, biofilms, boundaries, catalysts, cascades, chromatin,
  circuits, clusters, coastlines, cohorts, communities, corridors, crystals, currents, delta sediments, diffusion,
  drought response, electrolytes, embeddings, enzymes, estimators, excitons, feedback loops, filaments, fisheries,
  fluctuations, forests, galaxies, gene expression, glaciers, gradients, grain boundaries, habitats, heterostructures,
  immunity, inference, insulators, interfaces, kinetics, lattices, ligands, liquidity, membranes, memory, metabolites,
  migration, mortality, mutations, nanoparticles, networks, neurons, nutrients, oscillations, parasites, pathogens,
  pathways, peptides, perception, phenotypes, plasticity, pollinators, polymers, populations, precipitation, proteins,
  receptors, reefs, resonators, rivers, runoff, scattering, segregation, sensors, signalling, soils, solvents,
  spillovers, superconductors, surfaces, symbiosis, synchrony, tissues, transport, variants, vesicles, waves, wetlands`);

export const SETTINGS = list(`
  alpine catchments, ageing populations, arid soils, bipartite graphs, boreal forests, cell culture, clinical trials,
  coastal cities, cold atomic gases, coral reefs, deep learning systems, dense plasmas, developing zebrafish,
  dwarf galaxies, emergency departments, estuarine food webs, financial markets, freshwater lakes, global supply chains,
  grassland communities, human cortex, intensive care, kinship networks, laboratory mice, layered materials,
  low-income households, marine bacteria, microfluidic devices, mountain rivers, multi-agent games, narrow channels,
  paediatric patients, permafrost regions, plant roots, polar oceans, porous media, primary schools, protein folding,
  public transport, rural clinics, saline groundwater, seabird colonies, single molecules, smallholder farms,
  spin chains, subduction zones, temperate grasslands, thin films, twin studies, urban air, wheat cultivars, yeast`);

export const METHODS = list(`
  a cross-sectional study, a field experiment, a longitudinal analysis, a meta-analysis, a mixed-methods evaluation,
  a model comparison, a multicentre trial, a randomized controlled trial, a scoping review, a simulation study,
  a systematic review, a theoretical account, an experimental test, an open benchmark, evidence from remote sensing,
  evidence from satellite records, insights from machine learning, lessons from a ten-year record,
  measurement and theory, methods and applications, results from a national survey, theory and practice`);

export const VERBS = list(`
  alters, amplifies, constrains, controls, delays, drives, explains, governs, limits, mediates, modulates, predicts,
  regulates, reshapes, reveals, stabilizes, suppresses, underlies`);

export const GIVEN_NAMES = list(`
  Aino, Amara, Andrés, Anna, Arjun, Beatriz, Björn, Carmen, Chiara, Daniel, David, Elena, Emeka, Émilie, Farah, Fatima,
  Frédéric, Giulia, Grace, Hannah, Hiroshi, Ibrahim, Ingrid, Ivana, James, Jing, João, José, Kenji, Laura, Lena, Li,
  Lucía, Maria, Martin, Mei, Michael, Mira, Nadia, Noor, Olga, Omar, Paulo, Priya, Rachel, Sara, Sofía, Soren, Tariq,
  Thomas, Tomasz, Uma, Victor, Wei, Yuki, Zoë`);

export const FAMILY_NAMES = list(`
  Abebe, Andersson, Banerjee, Bauer, Becker, Bianchi, Brown, Castillo, Chen, Costa, Dubois, Eze, Fernández, Fischer,
  García, Gupta, Haddad, Hansen, Hoffmann, Ito, Ivanova, Jansen, Johnson, Kaya, Kim, Kowalski, Kumar, Larsson, Lefèvre,
  Lima, Lindqvist, López, Martins, Mbeki, Meyer, Müller, Nakamura, Nguyen, Novak, Okafor, Oliveira, Park, Patel, Pereira,
  Petrov, Rossi, Saito, Sánchez, Schmidt, Silva, Singh, Smith, Suzuki, Tanaka, Thompson, Van den Berg, Virtanen, Wang,
  Weber, Williams, Wright, Yamamoto, Yilmaz, Zhang`);

export const PLACE_NAMES = list(`
  Alder, Amberley, Ashdown, Bellwether, Birchwood, Blackmoor, Brightwater, Calder, Cedarholm, Clearbrook, Corvina,
  Dunmore, Eastmere, Elmsworth, Fairhaven, Fenwick, Glenmore, Greystone, Halden, Harborough, Hawthorne, Highfield,
  Ironbridge, Juniper, Kestrel, Kingsmere, Larkspur, Lindenau, Lockwood, Marlow, Meridian, Millbrook, Norwood, Oakridge,
  Orchard, Penrose, Pinecrest, Quillon, Ravenna, Redfern, Rosewood, Sablewood, Saltmarsh, Silverton, Stonegate, Summit,
  Thornbury, Tidewater, Umberland, Valecrest, Waverly, Westbrook, Whitcombe, Willowdale, Wintermoor, Yarrow`);
