/** Figures: durations, countdowns, bars of tiles, charts. */
export const figures = {
  duration: {
    seconds: '{{seconds}} s',
    minutes: '{{minutes}} min',
    hours: '{{hours}} h',
    hoursMinutes: '{{hours}} h {{minutes}}',
    days: '{{days}} d',
  },
  countdown: {
    over: 'Expired',
    underTwo: 'Less than 2 minutes left',
    underOne: 'Less than 1 minute left',
    timeIsUp: 'Time is up',
    tilesNone: 'No time left',
    tilesUnderTwo: 'Under 2 minutes left',
    tilesMinutes: 'About {{minutes}} minutes left',
  },
  tiles: { part: '{{number}} {{part}}', whole: 'of {{number}}' },
  series: {
    bought: 'Bought',
    carted: 'Carted',
    running: 'Running',
    waiting: 'Waiting room',
    notStarted: 'Idle, scheduled, queued',
    failed: 'Failed, stopped or expired',
    /** Within a sentence. */
    spoken: '{{series, lowercase}}',
  },
  chart: {
    time: 'Time',
    column: '{{column}}: {{values}}',
    value: '{{series}} {{number}}',
    opens: 'Enter opens the tasks of this time',
  },
};
