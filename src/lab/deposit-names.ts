/** The smaller sources, by their names in the product's configuration. */
export type DepositPlace = 'openaire' | 'hal' | 'osf' | 'base' | 'zenodo' | 'figshare' | 'biorxiv';

const ZENODO_FIRST = 1_000_000;
const FIGSHARE_FIRST = 2_000_000;

export const zenodoNumber = (index: number): number => ZENODO_FIRST + index;
export const zenodoIndex = (number: number): number => number - ZENODO_FIRST;
export const figshareNumber = (index: number): number => FIGSHARE_FIRST + index;
export const figshareIndex = (number: number): number => number - FIGSHARE_FIRST;

/** `ab12c`: what a preprint of OSF is called. */
export const osfGuid = (index: number): string => (36 ** 4 + index).toString(36).padStart(5, 'a');

/** Which of the two servers has a preprint: under the newer prefix the DOI does not tell. */
export const preprintServer = (index: number): 'bioRxiv' | 'medRxiv' =>
  index % 3 === 0 ? 'medRxiv' : 'bioRxiv';

/** The DOI that a place registers for what is deposited there. */
export function depositDoi(place: 'osf' | 'zenodo' | 'figshare' | 'biorxiv', index: number): string {
  switch (place) {
    case 'osf':
      return `10.31219/osf.io/${osfGuid(index)}_v1`;
    case 'zenodo':
      return `10.5281/zenodo.${zenodoNumber(index)}`;
    case 'figshare':
      return `10.6084/m9.figshare.${figshareNumber(index)}.v1`;
    case 'biorxiv': {
      const number = preprintServer(index) === 'medRxiv' ? 23_000_000 + index : 500_000 + index;
      return index % 2 === 0 ? `10.64898/2026.02.03.${number}` : `10.1101/2023.10.21.${number}`;
    }
  }
}
