package org.apache.tomcat.util.threads;

/** Runs each task on a virtual thread, where the virtual machine has such, else on a thread. */
public final class VirtualThreadExecutor {
    public void execute(Runnable task) {
        try {
            Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
        } catch (NoSuchMethodException e) {
            new Thread(task).start();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
