import { Component, type ReactNode } from 'react';

interface Props {
  /** Called once when the content throws; the owner shows the fallback. */
  onError: (error: unknown) => void;
  children: ReactNode;
}

/** Catches errors of a module's rendering, so that the rest of the page stays. */
export class RemoteBoundary extends Component<Props, { failed: boolean }> {
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
