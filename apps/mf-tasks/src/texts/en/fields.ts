/** Fields that several forms have. */
export const fields = {
  chooseSite: 'Choose a site',
  chooseEvent: 'Choose an event',
  chooseLogin: 'Choose a login',
  siteFirst: 'Choose a site first.',
  closed: '{{name}} (closed)',
  disabled: '{{name}} (disabled)',
  failed: '{{name}} (failed)',
  areasHelp: 'In the order of your preference. None chosen: any area.',
  noAreas: 'This site names no areas.',
  levelsHelp: 'None chosen: any level.',
  noLevels: 'This site has no price levels.',
};
