import { Box, Typography } from '@mui/material';
import { KeyValueGrid, OrderedList, Stub, SwitchField, TextField } from '@tessera/ui';
import { Lock } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import type { Control } from 'react-hook-form';
import { sectionId, type ConfigSection } from './config-sections';
import type { ConfigValues } from './config-values';

interface FieldsProps {
  control: Control<ConfigValues>;
}

function Section({
  section,
  title,
  children,
}: {
  section: ConfigSection;
  title: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Box
      component="section"
      id={sectionId(section)}
      tabIndex={-1}
      aria-labelledby={id}
      sx={{
        pb: 2.5,
        outline: 'none',
        '&:not(:last-of-type)': { borderBottom: 1, borderColor: 'line.subtle' },
      }}
    >
      <Typography id={id} component="h3" variant="h4" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { md: '1fr 1fr' },
          columnGap: 3,
          rowGap: 2,
          alignItems: 'start',
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

/** What the site calls its prices. */
export const PriceFields = ({ control }: FieldsProps) => (
  <Section section="prices" title="Prices">
    <Box sx={{ display: 'grid', gap: 2 }}>
      <TextField
        control={control}
        name="price_type_adult"
        label="Adult price type"
        help="As the site calls it"
      />
      <SwitchField
        control={control}
        name="use_price_levels"
        label="Use price levels"
        help="Off: the first price offered is taken."
      />
    </Box>
    <KeyValueGrid
      control={control}
      name="price_levels"
      label="Price levels"
      keyLabel="Level"
      valueLabel="Name at the site"
      addLabel="Add level"
    />
  </Section>
);

/** The areas, in the order in which they are tried. */
export const AreaFields = ({ control }: FieldsProps) => (
  <Section section="areas" title="Areas">
    <OrderedList control={control} name="areas" label="Order of trying" noun="Area" addLabel="Add area" />
    <SwitchField
      control={control}
      name="area_first_run"
      label="Area first run"
      help="On: the first pass looks at areas only, in this order."
    />
  </Section>
);

/** Where tickets are bought. */
export const AddressFields = ({ control }: FieldsProps) => (
  <Section section="addresses" title="Addresses">
    <TextField control={control} name="ticket_url" label="Ticket address" placeholder="https://" mono />
    <TextField
      control={control}
      name="queueit_domain"
      label="Queue domain"
      help="Stored and shown, never used"
      mono
    />
  </Section>
);

/** How the site signs people in: kept for compatibility, and inert (contract section 8). */
export function SignInFields({ control, script }: FieldsProps & { script: string }) {
  const inert = 'Stored and shown, never used';
  const id = useId();
  return (
    <Section section="sign_in" title="Sign-in">
      <Box sx={{ display: 'grid', gap: 2 }}>
        <TextField control={control} name="login_type" label="Login type" />
        <TextField control={control} name="user_xpath" label="Field for the user" help={inert} mono />
        <TextField control={control} name="pass_xpath" label="Field for the password" help={inert} mono />
        <TextField control={control} name="button_xpath" label="Button" help={inert} mono />
      </Box>
      <Box>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', mb: 0.5 }}>
          <Typography id={id} component="span" variant="subtitle2" sx={{ color: 'text.secondary' }}>
            login_js
          </Typography>
          <Stub icon={Lock} hue="stone" form="open">
            Stored, never run
          </Stub>
        </Box>
        <Box
          component="pre"
          tabIndex={0}
          aria-labelledby={id}
          sx={{
            m: 0,
            p: 1.5,
            minHeight: 108,
            maxHeight: 280,
            overflow: 'auto',
            bgcolor: 'surface.sunken',
            border: '1px dashed',
            borderColor: 'line.main',
            borderRadius: '6px',
            fontFamily: '"IBM Plex Mono", monospace',
            fontSize: 12,
          }}
        >
          {script || 'No script is stored.'}
        </Box>
      </Box>
    </Section>
  );
}
