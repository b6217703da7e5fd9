import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Called once when the content throws; the owner shows the fallback. */
  onError: (error: unknown) => void;
  children: ReactNode;
}

/** Catches what a module throws while it is rendered, so that the rest of the page stays. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
