//! Functions that hash passwords. Each is slow on purpose, and each has a least cost of its own that is advised.

/// Such a function, by the names that libraries give it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HashFunction {
    /// Argon2 (RFC 9106).
    Argon2,
    /// bcrypt (Provos and Mazières 1999).
    Bcrypt,
    /// PBKDF2 (RFC 8018).
    Pbkdf2,
    /// scrypt (RFC 7914).
    Scrypt,
    /// Another, or one that its name does not tell.
    Other,
}

impl HashFunction {
    /// By the name of a class, module, package or of a piece of native work; `Other` where it names none.
    pub fn named(name: &str) -> Self {
        let name = name.to_ascii_lowercase();
        let all = [("argon2", Self::Argon2), ("bcrypt", Self::Bcrypt), ("pbkdf2", Self::Pbkdf2), ("scrypt", Self::Scrypt)];
        all.into_iter().find(|(part, _)| name.contains(part)).map_or(Self::Other, |(_, function)| function)
    }
}

#[cfg(test)]
mod tests {
    use super::HashFunction as F;

    #[test]
    fn libraries_name_their_function() {
        let names = [
            "org.springframework.security.crypto.bcrypt.BCrypt",
            "npm:@node-rs/argon2/index.js",
            "org.springframework.security.crypto.password.Pbkdf2PasswordEncoder",
            "ScryptJob",
            "org.springframework.security.crypto.password.DelegatingPasswordEncoder",
        ];
        assert_eq!(names.map(F::named), [F::Bcrypt, F::Argon2, F::Pbkdf2, F::Scrypt, F::Other]);
    }
}
