// A frame as wide as a desktop's window, made smaller where the pane is narrower, so that pages look as they do.
import { useSignal } from "@preact/signals";
import type { IframeHTMLAttributes, Ref } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

const DESKTOP = { least: 960, most: 1360 };
/** Below this the page's own narrow layout reads better than a small picture of the wide one. */
const PHONE = 480;
/** Smaller than this nobody can read it: then the rest is scrolled to. */
const SMALLEST = 0.5;

interface ScaledFrameProps extends IframeHTMLAttributes<HTMLIFrameElement> {
  frame: Ref<HTMLIFrameElement>;
  /** How wide the page wants to be, where that is known. */
  wanted: number;
}

export function ScaledFrame({ frame, wanted, ...props }: ScaledFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSignal({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const node = box.current!;
    const measure = () => (size.value = { width: node.clientWidth, height: node.clientHeight });
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(node);
    return () => watch.disconnect();
  }, []);
  const { width, height } = size.value;
  const scale =
    width <= PHONE ? Math.min(1, Math.max(SMALLEST, width / Math.max(1, wanted))) : Math.min(1, width / Math.min(DESKTOP.most, Math.max(DESKTOP.least, wanted)));
  const style = { width: `${width / scale}px`, height: `${height / scale}px`, transform: `scale(${scale})` };
  return (
    <div class="scaled" ref={box}>
      <iframe ref={frame} style={style} {...props} />
    </div>
  );
}
