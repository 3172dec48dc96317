//! Reading requests: JSON bodies with errors that say where.

use crate::error::ApiError;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;

/// The most bytes of a request's body.
pub const MOST_BYTES: usize = 1 << 20;

/// A JSON body. Only `application/json` is read: a form of another site cannot send it.
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok());
        let is_json = kind
            .and_then(|k| k.split(';').next())
            .is_some_and(|k| k.trim().eq_ignore_ascii_case("application/json"));
        if !is_json {
            return Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not_json",
                format!(
                    "content-type: found {}; expected application/json",
                    kind.unwrap_or("none")
                ),
            ));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|_| {
            ApiError::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "too_large",
                format!("the body is broken or longer than {MOST_BYTES} bytes"),
            )
        })?;
        serde_json::from_slice(&bytes).map(Json).map_err(|e| {
            let status = if e.is_data() {
                StatusCode::UNPROCESSABLE_ENTITY
            } else {
                StatusCode::BAD_REQUEST
            };
            ApiError::new(status, "bad_json", e.to_string())
        })
    }
}

/// Words of the path, with our errors.
pub struct Words<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Words<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Path::<T>::from_request_parts(parts, state)
            .await
            .map(|Path(t)| Words(t))
            .map_err(|_| ApiError::missing("place"))
    }
}

/// The query, with our errors.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Query::<T>::from_request_parts(parts, state)
            .await
            .map(|Query(t)| Asked(t))
            .map_err(|e| ApiError::bad(format!("query: {}", e.body_text())))
    }
}

/// The key in `Authorization: Bearer KEY`.
pub fn bearer(headers: &HeaderMap) -> Result<String, ApiError> {
    headers
        .get(header::AUTHORIZATION)
        .and_then(|v| v.to_str().ok())
        .and_then(|v| v.strip_prefix("Bearer "))
        .map(str::to_string)
        .ok_or_else(|| {
            ApiError::new(
                StatusCode::UNAUTHORIZED,
                "no_key",
                "the header Authorization: Bearer KEY is missing",
            )
        })
}
