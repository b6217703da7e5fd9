// Over https, as browsers keep the cookies of a session only there.
module.exports = {
  ...require('../../jest.preset.cjs').web(),
  testEnvironmentOptions: { url: 'https://localhost/' },
};
