// Dragging: a piece of one's own that is let go over the table is picked, and played if that says everything. Pressing
// and keys work as ever; on a touch screen sideways strokes still scroll.

import type { Attachment } from 'svelte/attachments';
import type { Place } from './scene';
import type { Sight } from './sight.svelte';

const FAR = 8; // px from which a press is a drag

export function draggable(sight: Sight, place: () => Place): Attachment<HTMLElement> {
  return (node) => {
    let start: PointerEvent | null = null;
    let dragged = false;

    function lieDown(): void {
      node.style.translate = '';
      delete node.dataset.dragged;
      sight.dragging = false;
    }
    function down(event: PointerEvent): void {
      dragged = false;
      if (event.button || !event.isPrimary || sight.sent) return;
      start = event;
      // A quick hand has left the piece before it is seen to move.
      addEventListener('pointermove', move);
      addEventListener('pointerup', up);
      addEventListener('pointercancel', cancel);
    }
    function end(): void {
      start = null;
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', cancel);
    }
    function move(event: PointerEvent): void {
      if (!start || event.pointerId !== start.pointerId) return;
      const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
      if (!dragged) {
        if (Math.hypot(dx, dy) < FAR) return;
        dragged = true;
        node.setPointerCapture(event.pointerId);
        node.dataset.dragged = 'yes';
        sight.dragging = true;
      }
      const zoom = (node as HTMLElement & { currentCSSZoom?: number }).currentCSSZoom ?? 1;
      node.style.translate = `${dx / zoom}px ${dy / zoom}px`;
    }
    function up(event: PointerEvent): void {
      end();
      if (dragged && !letGo(event)) lieDown();
    }
    function cancel(): void {
      end();
      lieDown();
    }
    function letGo(event: PointerEvent): boolean {
      const under = document.elementsFromPoint(event.clientX, event.clientY).filter((one) => !node.contains(one));
      if (!under.some((one) => one.closest('.stage')) || under.some((one) => one.closest('.tray'))) return false;
      const onto = under.map((one) => one.closest<HTMLElement>('[data-place]')?.dataset.place).find(Boolean);
      const cut = onto?.lastIndexOf(':') ?? 0;
      return sight.drop(place(), onto ? [onto.slice(0, cut), Number(onto.slice(cut + 1))] : null);
    }
    /** The press that ends a drag is none. */
    function click(event: MouseEvent): void {
      if (!dragged) return;
      dragged = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    $effect(() => {
      void sight.scene;
      if (!sight.sent) lieDown(); // until then it lies where it was let go
    });
    node.dataset.drags = 'yes';
    node.addEventListener('pointerdown', down);
    node.addEventListener('click', click, true);
    return () => {
      end();
      lieDown();
      delete node.dataset.drags;
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('click', click, true);
    };
  };
}
