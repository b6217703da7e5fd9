/**
 * The parts of React Router that shell and modules use. They share this entry instead of the package, so that its parts for
 * servers and forms aren't loaded (docs/decisions/011-first-visit.md). Add exports here as pages need them.
 */
export { useEntryRequest } from './entry-state';
export { useSearchParams } from './search-params';
export {
  createBrowserRouter,
  Link,
  type Location,
  matchPath,
  matchRoutes,
  Navigate,
  NavLink,
  Outlet,
  type RouteObject,
  RouterProvider,
  type RouterProviderProps,
  useLocation,
  useNavigate,
  useParams,
  useRouteError,
} from 'react-router';
