import { ChevronLeft, ChevronRight } from 'lucide-react';
import { toApiError } from '@tessera/api';
import { useSearchParams } from '@tessera/federation/router';
import {
  describeError,
  EmptyState,
  formatCount,
  Panel,
  QueryContent,
  SegmentedControl,
  useSnackbar,
} from '@tessera/ui';
import { PlainSelect } from '@tessera/ui/forms';
import { Box, Button, IconButton } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { MessageList } from './message-list';
import { type InboxFilters, PAGE_SIZE, useInbox, useMarkRead, useUnread } from './messages.api';
import { useNotificationTexts } from './texts';
import { topicLabel, topics } from './topics';

const shows = ['all', 'unread', 'dismissed'] as const;

/** The filters of the address, and a function that changes some of them; each change begins at the first page. */
function useInboxFilters(): [InboxFilters, (change: Partial<InboxFilters>) => void] {
  const [params, setParams] = useSearchParams();
  const filters: InboxFilters = {
    show: shows.find((show) => show === params.get('show')) ?? 'all',
    topic: params.get('topic') ?? '',
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
  };
  const change = (changed: Partial<InboxFilters>) => {
    const { show, topic, page } = { ...filters, page: 1, ...changed };
    setParams(
      {
        ...(show === 'all' ? {} : { show }),
        ...(topic === '' ? {} : { topic }),
        ...(page === 1 ? {} : { page: String(page) }),
      },
      { replace: changed.page === undefined },
    );
  };
  return [filters, change];
}

/** The user's inbox, by page and filter; opening a message marks it as read. It needs no device. */
export function MessagesPanel() {
  const t = useTexts();
  const delivery = useNotificationTexts();
  const { showError } = useSnackbar();
  const [filters, change] = useInboxFilters();
  const messages = useInbox(filters);
  const read = useMarkRead();
  const unread = useUnread().data?.total ?? 0;
  const markAll = () =>
    read.mutate(undefined, { onError: (error) => showError(describeError(toApiError(error))) });
  const isFiltered = filters.show !== 'all' || filters.topic !== '';
  return (
    <Panel
      title={t('messages.title')}
      meta={unread > 0 ? t('messages.unread', { count: unread }) : null}
      actions={
        unread > 0 ? (
          <Button size="small" loading={read.isPending && read.variables === undefined} onClick={markAll}>
            {t('messages.markAll')}
          </Button>
        ) : null
      }
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1.5,
          px: '14px',
          py: 1,
          borderBottom: 1,
          borderColor: 'line.subtle',
        }}
      >
        <SegmentedControl
          label={t('messages.show')}
          value={filters.show}
          segments={shows.map((value) => ({ value, label: t(`messages.shows.${value}`) }))}
          onChange={(show) => change({ show })}
        />
        <Box sx={{ width: 240, maxWidth: '100%' }}>
          <PlainSelect
            label={delivery('topics.topic')}
            value={filters.topic}
            empty={t('messages.everyTopic')}
            options={topics.map((value) => ({ value, label: topicLabel(delivery, value) }))}
            onChange={(topic) => change({ topic })}
          />
        </Box>
      </Box>
      <QueryContent query={messages} inset="panel" skeletons={[120]}>
        {({ rows, total }) =>
          rows.length === 0 && filters.page === 1 ? (
            <EmptyState>{t(isFiltered ? 'messages.noneFiltered' : 'messages.none')}</EmptyState>
          ) : (
            <>
              <MessageList messages={rows} />
              <Pager
                page={filters.page}
                shown={rows.length}
                total={total}
                onPage={(page) => change({ page })}
              />
            </>
          )
        }
      </QueryContent>
    </Panel>
  );
}

/** The range of messages shown, and buttons to the pages beside; nothing while all fit on one page. */
function Pager({
  page,
  shown,
  total,
  onPage,
}: {
  page: number;
  shown: number;
  /** Null while the server counts no more of them. */
  total: number | null;
  onPage: (page: number) => void;
}) {
  const t = useTexts();
  if (page === 1 && shown < PAGE_SIZE) return null;
  const from = (page - 1) * PAGE_SIZE;
  return (
    <Box
      component="nav"
      aria-label={t('messages.pages')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 1,
        px: '14px',
        py: 0.5,
        borderTop: 1,
        borderColor: 'line.subtle',
        typography: 'caption',
        color: 'text.secondary',
      }}
    >
      {t(total === null ? 'messages.rangeOfMany' : 'messages.range', {
        from: formatCount(shown === 0 ? 0 : from + 1),
        to: formatCount(from + shown),
        total: formatCount(total ?? 0),
      })}
      <IconButton
        size="small"
        aria-label={t('messages.previous')}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('messages.next')}
        disabled={total === null ? shown < PAGE_SIZE : from + shown >= total}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </Box>
  );
}
