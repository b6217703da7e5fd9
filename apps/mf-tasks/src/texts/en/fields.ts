/** Fields of several forms. */
export const fields = {
  chooseSite: 'Choose a site',
  chooseEvent: 'Choose an event',
  chooseLogin: 'Choose a login',
  siteFirst: 'Choose a site first.',
  closed: '{{name}} (closed)',
  disabled: '{{name}} (disabled)',
  failed: '{{name}} (failed)',
  areasHelp: 'In order of preference. Leave empty for any area.',
  noAreas: 'This site has no areas.',
  levelsHelp: 'Leave empty for any level.',
  noLevels: 'This site has no price levels.',
};
