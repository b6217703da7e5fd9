/**
 * What shell and modules take from React Router. They share this entry in place of the router's own, so that its parts
 * for servers and forms aren't fetched (docs/decisions/011-first-visit.md). What else a page needs is added here.
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
