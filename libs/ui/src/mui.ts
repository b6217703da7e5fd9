import './theme/augmentation';

/**
 * The MUI components of pages. Shell and modules share this entry in place of MUI's own, so that unused components aren't
 * loaded (docs/decisions/011-first-visit.md). Add a component here when several pages need it.
 */
export {
  Box,
  Button,
  ButtonBase,
  CircularProgress,
  Dialog,
  Divider,
  Drawer,
  FormControlLabel,
  IconButton,
  Link,
  ListItemIcon,
  Menu,
  MenuItem,
  Paper,
  Popover,
  Skeleton,
  styled,
  Switch,
  type SxProps,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  type Theme,
  ToggleButton,
  Typography,
  useMediaQuery,
  useTheme,
} from '@mui/material';
