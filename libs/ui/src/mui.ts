/**
 * What pages take from MUI. Shell and modules share this entry in place of MUI's own, so that what nobody uses isn't
 * fetched (docs/decisions/011-first-visit.md). A further component that several pages want is added here.
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
  Skeleton,
  styled,
  Switch,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  ToggleButton,
  Typography,
  useMediaQuery,
  useTheme,
  type SxProps,
  type Theme,
} from '@mui/material';
