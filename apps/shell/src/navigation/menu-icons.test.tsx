import { render } from '@testing-library/react';
import { Package, Ticket } from 'lucide-react';
import type { IconShape } from '@tessera/domain/module-release';
import { menuIcon } from './menu-icons';

/** The elements that an icon draws. */
function shapesOf(icon: string, drawing?: unknown) {
  const Icon = menuIcon({ icon, ...(drawing === undefined ? {} : { drawing: drawing as IconShape[] }) });
  return [...(render(<Icon />).container.querySelector('svg')?.children ?? [])];
}

test('draws a known icon by its name, whatever its drawing', () => {
  expect(menuIcon({ icon: 'ticket', drawing: [['path', { d: 'M0 0' }]] })).toBe(Ticket);
});

test('draws the shapes of a module’s own icon', () => {
  const shapes = shapesOf('anchor', [
    ['path', { d: 'M12 22V8' }],
    ['circle', { cx: '12', cy: '5', r: '3' }],
  ]);
  expect(shapes.map(({ tagName }) => tagName)).toEqual(['path', 'circle']);
  expect(shapes[0]).toHaveAttribute('d', 'M12 22V8');
  expect(shapes[1]).toHaveAttribute('r', '3');
});

test('keeps an icon’s component, so that its element stays', () => {
  const drawing = (): IconShape[] => [['path', { d: 'M12 22V8' }]];
  expect(menuIcon({ icon: 'anchor', drawing: drawing() })).toBe(
    menuIcon({ icon: 'anchor', drawing: drawing() }),
  );
});

test.each([undefined, [], 'M12 22V8', [['script', {}]], [['foreignObject', {}]], [['path', null]], [null]])(
  'draws a neutral icon in place of the drawing %j',
  (drawing) => {
    expect(menuIcon({ icon: 'anchor', ...(drawing ? { drawing: drawing as IconShape[] } : {}) })).toBe(
      Package,
    );
  },
);

test('draws a neutral icon for a name that objects have of their own', () => {
  expect(menuIcon({ icon: 'constructor' })).toBe(Package);
});

test('leaves out every attribute that isn’t a shape’s', () => {
  const [path] = shapesOf('anchor', [
    [
      'path',
      {
        d: 'M0 0',
        onclick: 'alert(1)',
        style: 'color: red',
        dangerouslySetInnerHTML: { __html: '<b/>' },
        cx: 4,
      },
    ],
  ]);
  expect(path?.getAttributeNames()).toEqual(['d']);
  expect(path?.innerHTML).toBe('');
});
