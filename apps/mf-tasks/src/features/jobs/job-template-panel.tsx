import { useQuery } from '@tanstack/react-query';
import { Link } from '@tessera/federation/router';
import { Panel, QueryContent, useKept } from '@tessera/ui';
import { Box, Link as MuiLink } from '@tessera/ui/mui';
import { ComparisonTable } from '../../runs/comparison-table';
import type { Job } from '../../task-types';
import { useTexts } from '../../texts';
import { templateDifferenceQuery } from './job-review.api';
import { useSettingRows } from './setting-values';

/** What the job's template has now and the job was launched without. */
export function JobTemplatePanel({ job }: { job: Job }) {
  const t = useTexts();
  const difference = useQuery(templateDifferenceQuery(job));
  const { error, refetch } = difference;
  const data = useKept(job.id, difference.data);
  const rows = useSettingRows(data?.settings ?? []);
  const link =
    data?.template_id && !data.deleted ? (
      <MuiLink component={Link} to={`/templates?open=${data.template_id}`} underline="always">
        {data.template_name}
      </MuiLink>
    ) : null;
  return (
    <Panel title={t('jobPage.template.title')} actions={link}>
      <QueryContent query={{ data, error, refetch }} inset="panel" skeletons={[64]}>
        {({ deleted, template_name }) =>
          rows.length > 0 ? (
            <ComparisonTable
              label={t('jobPage.template.title')}
              headers={[t('jobPage.template.setting'), t('jobPage.template.job'), t('jobPage.template.now')]}
              rows={rows.map(({ setting, name, own, other }) => ({
                key: setting,
                cells: [name, own, other],
              }))}
            />
          ) : (
            <Box sx={{ p: '14px', color: 'text.secondary' }}>
              {deleted
                ? t('jobPage.template.deleted')
                : t('jobPage.template.same', { name: template_name ?? '' })}
            </Box>
          )
        }
      </QueryContent>
    </Panel>
  );
}
