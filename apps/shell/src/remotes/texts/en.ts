/** The English texts of the panel of modules from this computer, which few people open. */
export const en = {
  explanation:
    'This browser takes them from your development server. Other people are not affected; after 12 hours it stops.',
  load: 'Load {{module}} from this computer',
  remove: 'Remove {{module}}',
  module: 'Module',
  moduleNeeded: 'Enter a name such as mf-example',
  address: 'Address',
  addressNeeded: 'Enter an address of this computer such as http://127.0.0.1:4205',
  add: 'Add',
};
