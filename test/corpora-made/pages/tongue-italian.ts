import type { Tongue } from './tongue.ts';

export const ITALIAN: Tongue = {
  lang: 'it',
  gap: ' ',
  headings: {
    abstract: 'Riassunto',
    keywords: 'Parole chiave',
    introduction: 'Introduzione',
    methods: 'Metodi',
    results: 'Risultati',
    discussion: 'Discussione',
    conclusion: 'Conclusioni',
    acknowledgements: 'Ringraziamenti',
    references: 'Bibliografia',
    figure: 'Figura',
    table: 'Tabella',
  },
  topics: [
    {
      titles: [
        'Il rapporto tra {factor} e {thing} nel caso di {where}',
        'Per una storia di {thing}: {factor} e {where}',
        'Analisi di {thing} in relazione a {factor}: uno studio su {where}',
      ],
      slots: {
        thing: [
          'conservazione del paesaggio',
          'edilizia scolastica',
          'tutela archeologica',
          'pianificazione urbana',
        ],
        factor: [
          'riforma amministrativa',
          'partecipazione civica',
          'crescita turistica',
          'programmazione regionale',
        ],
        where: ['Ferrara', 'Matera', 'Bergamo alta', 'Lecce'],
      },
    },
  ],
  slots: {
    change: ['è cresciuta', 'si è ridotta', 'è rimasta invariata', 'ha assunto forme diverse'],
    time: ['nel corso del decennio', 'dopo la guerra', 'durante l’intero periodo', 'negli anni più recenti'],
  },
  sentences: [
    'Il tema della {thing} è stato affrontato da numerosi studiosi, ma raramente in relazione alla {factor}{c}.',
    'La ricerca si fonda sulla consultazione di {m} documenti conservati presso gli archivi di {where}.',
    'Dai dati raccolti emerge che la {thing} {change} {time} ({F}).',
    'Questa interpretazione consente di superare la tradizionale contrapposizione tra centro e periferia{c}{c}.',
    'Non mancano tuttavia elementi di continuità, soprattutto per quanto riguarda la {factor}.',
    'Circa il {n} per cento degli intervistati ritiene che la situazione sia mutata {time}.',
    'Il confronto con altri casi italiani mostra differenze significative nei tempi e nei modi dell’intervento ({T}).',
    'Resta da chiarire in quale misura la {factor} abbia inciso sulle scelte delle amministrazioni locali.',
    'Le fonti a stampa confermano soltanto in parte quanto riportato dai protagonisti{c}.',
    'Si può dunque affermare che la {thing} costituisca un osservatorio privilegiato sulle trasformazioni della città.',
    'Ulteriori indagini potranno verificare se lo stesso schema valga per contesti di dimensioni maggiori.',
    'Gli interventi successivi furono condizionati dalla scarsità di risorse e da vincoli normativi sempre più stringenti.',
  ],
  given: ['Giulia', 'Marco', 'Chiara', 'Alessandro', 'Elisa', 'Lorenzo'],
  family: ['Bernardini', 'Colombo', 'Gallerani', 'Santoro', 'Piazzesi', 'Moroni'],
  journals: ['Quaderni di storia urbana', 'Rivista di studi sul paesaggio'],
  places: [
    'Università degli Studi di Ferrara Nord',
    'Politecnico di Bergamo',
    'Dipartimento di Architettura, Lecce',
  ],
};
