import { useQuery } from '@tanstack/react-query';
import { QueryContent } from '@tessera/ui';
import { Button } from '@tessera/ui/mui';
import { throwIfFaulty } from '../fault';
import { useTexts } from '../texts';
import { assignGate, readGates } from './spaces';

/** The parking space of a task. */
export function SpaceTab({ id }: { id: number }) {
  throwIfFaulty();
  const t = useTexts();
  const gates = useQuery({ queryKey: ['parking', id], queryFn: () => readGates([id]) });
  const assign = async () => {
    await assignGate(id, 'North');
    await gates.refetch();
  };
  return (
    <QueryContent query={gates} inset="none" skeletons={[80]}>
      {(found) => (
        <>
          <p>{t('spaces.gate', { gate: found.get(id) ?? t('spaces.none') })}</p>
          <Button onClick={() => void assign()}>{t('spaces.park')}</Button>
        </>
      )}
    </QueryContent>
  );
}
