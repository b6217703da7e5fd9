import { Checkbox as MuiCheckbox, type CheckboxProps, styled } from '@mui/material';
import { Check, Minus } from 'lucide-react';

const Box = styled('span')(({ theme: { vars } }) => ({
  width: 15,
  height: 15,
  borderRadius: 4,
  display: 'grid',
  placeItems: 'center',
  color: '#fff',
  border: '1px solid currentColor',
  borderColor: vars.palette.line.control,
  backgroundColor: vars.palette.surface.main,
  '&.on': { borderColor: vars.palette.accent.main, backgroundColor: vars.palette.accent.main },
  '.Mui-disabled > &': { opacity: 0.5 },
}));

const off = <Box />;
const on = (
  <Box className="on">
    <Check size={11} strokeWidth={3} aria-hidden />
  </Box>
);
const some = (
  <Box className="on">
    <Minus size={11} strokeWidth={3} aria-hidden />
  </Box>
);

/** A checkbox of 15 px with a click target of 24 px; needs a surrounding label or `slotProps.input['aria-label']`. */
export const Checkbox = (props: CheckboxProps) => (
  <MuiCheckbox icon={off} checkedIcon={on} indeterminateIcon={some} {...props} />
);
