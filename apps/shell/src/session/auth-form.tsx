import type { ReactNode, SubmitEvent } from 'react';
import { styled } from '@tessera/ui/mui';

const Form = styled('form')({
  display: 'grid',
  gap: 16,
  marginTop: 24,
  textAlign: 'left',
  '& .MuiOutlinedInput-root': { minHeight: 38 },
});

/** A form in the card, without the browser's own validation. */
export function AuthForm(props: {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
  children: ReactNode;
}) {
  return (
    <Form noValidate onSubmit={(event) => void props.onSubmit(event)}>
      {props.children}
    </Form>
  );
}
