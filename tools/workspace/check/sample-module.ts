/** The files of a module in a repository of its own, by name. It uses shared entries in every way there is. */
export const sampleModule: Readonly<Record<string, string>> = {
  'module.json': `{
  "name": "mf-sample",
  "title": "Sample",
  "owner": "Sample team",
  "routes": [
    { "path": "/sample", "action": "read", "reach": "own" },
    { "path": "/sample/settings", "action": "write", "reach": "own" },
    { "path": "/sample/about", "action": null, "reach": null }
  ],
  "nav": [{ "label": "Sample", "path": "/sample", "icon": "waves", "order": 10 }],
  "entities": [
    {
      "name": "note",
      "read": { "action": "read", "reach": "own" },
      "write": { "action": "write", "reach": "all" },
      "of": "task",
      "indexes": ["status"]
    }
  ]
}
`,
  'package.json': `{
  "name": "mf-sample",
  "version": "1.2.3",
  "private": true,
  "type": "module"
}
`,
  'webpack.config.mjs': `import { createModuleConfig } from 'tessera-module/webpack/module-config.mjs';

export default createModuleConfig({ dir: import.meta.dirname });
`,
  'src/remote.tsx': `import { lazy } from 'react';

const Page = lazy(() => import('./page'));

export default { name: 'mf-sample', routes: [{ path: '/sample', element: <Page /> }] };
`,
  'src/page.tsx': `import { Link } from 'lucide-react';
import * as api from '@tessera/api';
import { Page, type PageProps, unused } from '@tessera/ui';
import * as forms from '@tessera/ui/forms';
import logo from './logo.svg';
import './page.css';

export { useParams } from '@tessera/federation/router';

const formOf = (name: keyof typeof forms) => forms[name];

/** Uses shared entries in every way: names, a namespace, a namespace as a whole, and a later import of an entry. */
export default function SamplePage(props: PageProps) {
  void import('@tessera/data-table/list-page');
  return (
    <Page {...props}>
      <img src={logo} alt={String(api.useCan('read'))} />
      <Link aria-label={String(formOf('FormDialog'))} />
    </Page>
  );
}
`,
  'src/page.css': `.sample {
  background: url('./logo.svg');
}
`,
  'src/logo.svg': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h2v2H0z" /></svg>
`,
};
