//! The few JNI functions that are needed, by their place in the function table (JNI specification, chapter 4).
//!
//! Handles are plain copies of JNI references: they come only from here and are used only by the thread they were made for.
//! After every call that can throw, a pending exception is cleared and counted.
#![expect(unsafe_code, reason = "calls through the function table of the JVM")]

use std::cell::Cell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::mem::transmute;
use std::ptr;

type Functions = *const *const c_void;

const JNI_VERSION_1_8: i32 = 0x0001_0008;

/// A Java object: a local or weak reference.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Object(pub(crate) *mut c_void);

/// A method id; good as long as its class is loaded.
#[derive(Clone, Copy)]
pub(crate) struct Method(*mut c_void);

/// A field id; good as long as its class is loaded.
#[derive(Clone, Copy)]
pub(crate) struct Field(*mut c_void);

/// The JVM.
#[derive(Clone, Copy)]
pub(crate) struct Vm(*mut Functions);

// SAFETY: JNI allows the VM pointer in any thread; it is good until the process ends.
unsafe impl Send for Vm {}

#[repr(C)]
struct AttachArgs {
    version: i32,
    name: *const c_char,
    group: *mut c_void,
}

impl Vm {
    /// # Safety
    /// `vm` is the pointer that the JVM handed out.
    pub(crate) unsafe fn new(vm: *mut c_void) -> Self {
        Self(vm.cast())
    }

    fn function(self, index: usize) -> *const c_void {
        // SAFETY: the invocation table has 8 entries and lives as long as the process.
        unsafe { *(*self.0).add(index) }
    }

    /// Makes the calling thread a Java daemon thread called `name`, or says which error the JVM gave.
    pub(crate) fn attach_daemon(self, name: &CStr) -> Result<Env, i32> {
        let mut env = ptr::null_mut();
        let mut args = AttachArgs { version: JNI_VERSION_1_8, name: name.as_ptr(), group: ptr::null_mut() };
        // SAFETY: entry 7 is AttachCurrentThreadAsDaemon with this signature; all pointers are valid for the call.
        let rc = unsafe {
            let f: extern "system" fn(*mut Functions, *mut *mut Functions, *mut AttachArgs) -> i32 = transmute(self.function(7));
            f(self.0, &raw mut env, &raw mut args)
        };
        if rc == 0 && !env.is_null() { Ok(Env { env, exceptions: Cell::new(0) }) } else { Err(rc) }
    }

    /// Undoes [`Vm::attach_daemon`] for the calling thread.
    pub(crate) fn detach(self) {
        // SAFETY: entry 5 is DetachCurrentThread.
        unsafe {
            let f: extern "system" fn(*mut Functions) -> i32 = transmute(self.function(5));
            f(self.0);
        }
    }

    /// A new environment of another interface (JVMTI) of this version, or the error.
    pub(crate) fn environment(self, version: i32) -> Result<*mut c_void, i32> {
        let mut env = ptr::null_mut();
        // SAFETY: entry 6 is GetEnv.
        let rc = unsafe {
            let f: extern "system" fn(*mut Functions, *mut *mut c_void, i32) -> i32 = transmute(self.function(6));
            f(self.0, &raw mut env, version)
        };
        if rc == 0 && !env.is_null() { Ok(env) } else { Err(rc) }
    }
}

/// JNI for the calling thread.
pub(crate) struct Env {
    env: *mut Functions,
    exceptions: Cell<u64>,
}

/// Fetches entry `$index` as a function of the given signature (after the environment) and calls it.
macro_rules! call {
    ($self:expr, $index:literal, ($($t:ty),*) -> $r:ty $(, $arg:expr)*) => {{
        // SAFETY: `$index` names a function of this signature in the JNI table; the handles come from this environment.
        unsafe {
            let f: extern "system" fn(*mut Functions, $($t),*) -> $r = transmute(*(*$self.env).add($index));
            f($self.env, $($arg),*)
        }
    }};
}

impl Env {
    /// Java exceptions cleared so far.
    pub(crate) fn exceptions(&self) -> u64 {
        self.exceptions.get()
    }

    /// Clears a pending exception; whether there was one.
    fn threw(&self) -> bool {
        let pending = call!(self, 228, () -> u8) != 0;
        if pending {
            call!(self, 17, () -> ());
            self.exceptions.set(self.exceptions.get() + 1);
        }
        pending
    }

    /// Runs `body` with room for `capacity` local references, all of which end with it.
    pub(crate) fn frame<R>(&self, capacity: i32, body: impl FnOnce(&Self) -> R) -> Option<R> {
        if call!(self, 19, (i32) -> i32, capacity) != 0 {
            self.threw();
            return None;
        }
        let result = body(self);
        call!(self, 20, (*mut c_void) -> *mut c_void, ptr::null_mut());
        Some(result)
    }

    fn object(&self, reference: *mut c_void) -> Option<Object> {
        (!self.threw() && !reference.is_null()).then_some(Object(reference))
    }

    /// A weak reference to `object`.
    pub(crate) fn weak(&self, object: Object) -> Option<Object> {
        self.object(call!(self, 226, (*mut c_void) -> *mut c_void, object.0))
    }

    /// Ends a weak reference.
    pub(crate) fn delete_weak(&self, weak: Object) {
        call!(self, 227, (*mut c_void) -> (), weak.0);
    }

    /// A local reference to what `weak` refers to; `None` once it was collected.
    pub(crate) fn upgrade(&self, weak: Object) -> Option<Object> {
        self.object(call!(self, 25, (*mut c_void) -> *mut c_void, weak.0))
    }

    /// A method of the object's class or one of its superclasses.
    pub(crate) fn method(&self, object: Object, name: &CStr, signature: &CStr) -> Option<Method> {
        let class = self.object(call!(self, 31, (*mut c_void) -> *mut c_void, object.0))?;
        let (n, s) = (name.as_ptr(), signature.as_ptr());
        let id = call!(self, 33, (*mut c_void, *const c_char, *const c_char) -> *mut c_void, class.0, n, s);
        (!self.threw() && !id.is_null()).then_some(Method(id))
    }

    /// A field of the object's class or one of its superclasses.
    pub(crate) fn field(&self, object: Object, name: &CStr, signature: &CStr) -> Option<Field> {
        let class = self.object(call!(self, 31, (*mut c_void) -> *mut c_void, object.0))?;
        let (n, s) = (name.as_ptr(), signature.as_ptr());
        let id = call!(self, 94, (*mut c_void, *const c_char, *const c_char) -> *mut c_void, class.0, n, s);
        (!self.threw() && !id.is_null()).then_some(Field(id))
    }

    /// Calls a method without arguments that returns an `int`.
    pub(crate) fn call_int(&self, object: Object, method: Method) -> Option<i32> {
        let v = call!(self, 51, (*mut c_void, *mut c_void, *const u64) -> i32, object.0, method.0, ptr::null());
        (!self.threw()).then_some(v)
    }

    /// Calls a method without arguments that returns an object.
    pub(crate) fn call_object(&self, object: Object, method: Method) -> Option<Object> {
        self.object(call!(self, 36, (*mut c_void, *mut c_void, *const u64) -> *mut c_void, object.0, method.0, ptr::null()))
    }

    /// Calls a method without arguments that returns a `boolean`.
    pub(crate) fn call_bool(&self, object: Object, method: Method) -> Option<bool> {
        let v = call!(self, 39, (*mut c_void, *mut c_void, *const u64) -> u8, object.0, method.0, ptr::null());
        (!self.threw()).then_some(v != 0)
    }

    /// Calls a `void` method without arguments; whether it returned without an exception.
    pub(crate) fn call_void(&self, object: Object, method: Method) -> bool {
        call!(self, 63, (*mut c_void, *mut c_void, *const u64) -> (), object.0, method.0, ptr::null());
        !self.threw()
    }

    /// Calls a `void` method with one `int`; whether it returned without an exception.
    pub(crate) fn call_void_int(&self, object: Object, method: Method, argument: i32) -> bool {
        // A jvalue is 8 bytes of which an int takes the first 4.
        let mut value = [0_u8; 8];
        value[..4].copy_from_slice(&argument.to_ne_bytes());
        let values = [u64::from_ne_bytes(value)];
        call!(self, 63, (*mut c_void, *mut c_void, *const u64) -> (), object.0, method.0, values.as_ptr());
        !self.threw()
    }

    /// Reads a field that holds an object.
    pub(crate) fn get_object(&self, object: Object, field: Field) -> Option<Object> {
        self.object(call!(self, 95, (*mut c_void, *mut c_void) -> *mut c_void, object.0, field.0))
    }

    /// Reads a field that holds an `int`.
    pub(crate) fn get_int(&self, object: Object, field: Field) -> i32 {
        call!(self, 100, (*mut c_void, *mut c_void) -> i32, object.0, field.0)
    }

    /// The text of a `java.lang.String`.
    pub(crate) fn text(&self, string: Object) -> Option<String> {
        let chars = call!(self, 164, (*mut c_void) -> i32, string.0);
        let bytes = call!(self, 168, (*mut c_void) -> i32, string.0);
        let mut buffer = vec![0u8; usize::try_from(bytes).ok()? + 1];
        let start = buffer.as_mut_ptr().cast::<c_char>();
        call!(self, 221, (*mut c_void, i32, i32, *mut c_char) -> (), string.0, 0, chars, start);
        if self.threw() {
            return None;
        }
        buffer.truncate(bytes as usize);
        CString::new(buffer).ok().map(|c| c.to_string_lossy().into_owned())
    }
}
