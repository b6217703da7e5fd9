import { useQuery } from '@tanstack/react-query';
import type { TemplateDto } from '@tessera/api';
import { PlannedCost } from '@tessera/product-ui/costs';
import { formatCount, Instant } from '@tessera/ui';
import { DescriptionList } from '@tessera/ui/panels';
import { budgetText } from '../../budget-fields/budget-text';
import { DrawerActions } from '../../drawer/drawer-actions';
import { RecordDrawer } from '../../drawer/record-drawer';
import type { NamedAction } from '../../drawer/use-requested-act';
import { SiteName } from '../../lookups/names';
import { levelLabels } from '../../price-fields/level-labels';
import { describeSeats } from '../../seats-sum';
import { useTexts } from '../../texts';
import { describeLogins, TemplateType } from './template-columns';
import { templateQuery } from './templates.api';

export interface TemplateDrawerProps {
  id: number;
  actions: (template: TemplateDto) => readonly NamedAction[];
  onClose: () => void;
}

/** The number of actions shown as buttons: launch, rehearse, edit. */
const PRIMARY_ACTIONS = 3;

/** One template beside the list: its settings and actions. */
export function TemplateDrawer({ id, actions, onClose }: TemplateDrawerProps) {
  const t = useTexts();
  const { data: template, error, refetch } = useQuery(templateQuery(id));
  const all = template ? actions(template) : [];
  return (
    <RecordDrawer
      name={template?.name}
      placeholder={t('words.template')}
      status={template ? <TemplateType type={template.type} /> : null}
      error={error}
      onRetry={() => void refetch()}
      onClose={onClose}
    >
      {template ? (
        <>
          <DrawerActions
            name={template.name}
            primary={all.slice(0, PRIMARY_ACTIONS)}
            more={all.slice(PRIMARY_ACTIONS)}
          />
          <Details template={template} />
        </>
      ) : null}
    </RecordDrawer>
  );
}

/** What a launch with the template's settings costs. */
function LaunchCost({ template: { cost, worker_count, seats_per_worker } }: { template: TemplateDto }) {
  const seats = worker_count * seats_per_worker;
  return <PlannedCost costs={cost ? [cost] : []} seats={seats} unpricedSeats={cost ? 0 : seats} />;
}

function Details({ template }: { template: TemplateDto }) {
  const t = useTexts();
  const { last_launched_at: launched } = template;
  return (
    <DescriptionList
      items={[
        { term: t('words.site'), value: <SiteName id={template.site_id} fallback={template.site_name} /> },
        { term: t('words.event'), value: template.event_name ?? t('templates.atLaunch') },
        { term: t('words.seats'), value: describeSeats(t, template) },
        { term: t('words.target'), value: formatCount(template.target_count) },
        { term: t('templates.cost'), value: <LaunchCost template={template} /> },
        { term: t('budgets.title'), value: budgetText(t, template) || null },
        { term: t('words.priceType'), value: template.price_type ?? t('words.any') },
        {
          term: t('words.priceLevels'),
          value: levelLabels(template.price_levels).join(', ') || t('words.any'),
        },
        { term: t('templates.poolOrLogins'), value: describeLogins(t, template) },
        { term: t('words.delay'), value: t('templates.seconds', { number: template.launch_delay }) },
        { term: t('words.proxyTemplate'), value: template.proxy_template },
        {
          term: t('templates.proxyInterval'),
          value:
            template.proxy_rotation_interval === null
              ? null
              : `${formatCount(template.proxy_rotation_interval)} · ${t('templates.notUsed')}`,
        },
        {
          term: t('templates.lastLaunched'),
          value: launched === null ? t('templates.neverLaunched') : <Instant value={launched} />,
        },
        { term: t('words.created'), value: <Instant value={template.created_at} /> },
        { term: t('words.updated'), value: <Instant value={template.updated_at} /> },
      ]}
    />
  );
}
