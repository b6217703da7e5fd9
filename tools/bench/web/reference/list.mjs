// What a team would have that takes react-admin as it comes: the same tasks, its default layout, 100 rows a page.
import jsonServerProvider from 'ra-data-json-server';
import { createElement as h } from 'react';
import { Admin, Datagrid, DateField, List, NumberField, Resource, TextField } from 'react-admin';
import { createRoot } from 'react-dom/client';

const columns = ['name', 'status', 'status_message', 'event_name', 'login_email'];

const TaskList = () =>
  h(
    List,
    { perPage: 100, sort: { field: 'created_at', order: 'DESC' } },
    h(
      Datagrid,
      null,
      ...columns.map((source) => h(TextField, { key: source, source })),
      h(NumberField, { source: 'seats_to_set' }),
      h(NumberField, { source: 'queue_it_event_position' }),
      h(DateField, { source: 'last_active', showTime: true }),
    ),
  );

createRoot(globalThis.document.getElementById('root')).render(
  h(Admin, { dataProvider: jsonServerProvider('/api') }, h(Resource, { name: 'tasks', list: TaskList })),
);
