/**
 * The parts of React Router that shell and modules use. They share this entry instead of the package, so that its parts for
 * servers and forms aren't loaded (docs/decisions/011-first-visit.md). Add exports here as pages need them.
 */
export {
  createBrowserRouter,
  Link,
  matchPath,
  matchRoutes,
  Navigate,
  NavLink,
  Outlet,
  RouterProvider,
  useLocation,
  useNavigate,
  useParams,
  useRouteError,
  useSearchParams,
  type Location,
  type RouteObject,
  type RouterProviderProps,
} from 'react-router';
