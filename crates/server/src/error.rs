//! Errors as clients see them.

use crate::pool::PoolError;
use crate::store::StoreError;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use touchstone_lab::desk::DeskError;

/// An answer that says what went wrong: `{"error":{"code":..,"message":..}}`.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
}

impl ApiError {
    /// An error of the given kind.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError { status, code, message: message.into() }
    }

    /// Something in the request is wrong.
    pub fn bad(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_input", message)
    }

    /// There is no such thing, or not for who asks.
    pub fn missing(what: &str) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not_found", format!("there is no such {what}"))
    }

    /// The request does not fit what has happened meanwhile.
    pub fn conflict(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, "conflict", message)
    }

    /// What it says.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The error as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::json!({"error": {"code": self.code, "message": self.message}})
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut answer = (self.status, axum::Json(self.json())).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS
            || self.status == StatusCode::SERVICE_UNAVAILABLE
        {
            answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        answer
    }
}

impl From<DeskError> for ApiError {
    fn from(e: DeskError) -> Self {
        let (status, code) = match &e {
            DeskError::Text(_) => (StatusCode::UNPROCESSABLE_ENTITY, "bad_text"),
            DeskError::Unknown { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "unknown_name"),
            DeskError::Unsupported(_) => (StatusCode::UNPROCESSABLE_ENTITY, "unsupported"),
            DeskError::Engine(_) => (StatusCode::UNPROCESSABLE_ENTITY, "no_answer"),
        };
        ApiError::new(status, code, e.to_string())
    }
}

impl From<PoolError> for ApiError {
    fn from(e: PoolError) -> Self {
        match e {
            PoolError::Busy => ApiError::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "busy",
                "all engines are at work and the queue is full; try again in a moment",
            ),
            PoolError::Desk(e) => e.into(),
            PoolError::Broken => ApiError::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "engine_broke",
                "the engine broke off; this is an error of ours",
            ),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(e: StoreError) -> Self {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "store", e.to_string())
    }
}
